// What the value minimiser makes of tests that it cannot make as plain as it tried.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "search/shrinking/value_edits.h"
#include "search/shrinking/value_minimiser.h"
#include "support/fake_clock.h"
#include "support/rich_subject.h"

namespace skua::search {
namespace {

using model::Statement;
using model::StatementKind;
using model::TestCase;
using model::VariableIndex;

class ValueMinimiserBoundsTest : public ::testing::Test {
 protected:
  static Statement Int(int64_t value) { return {.kind = StatementKind::kInt, .integer = value}; }

  // untyped(x, y)
  TestCase Call(std::vector<Statement> values, std::vector<VariableIndex> operands) const {
    TestCase test{std::move(values)};
    Statement call{.kind = StatementKind::kCall,
                   .target = test::CallableNamed(subject_, "untyped")};
    call.operands.assign(operands.begin(), operands.end());
    call.parameters = {0, 1};
    test.statements.push_back(std::move(call));
    CheckWellFormed(test, subject_);
    return test;
  }

  TestCase Minimised(const TestCase& test, bool (*keeps)(const TestCase&),
                     bool (*confirms)(const TestCase&)) const {
    const auto asking = [](bool (*holds)(const TestCase&)) {
      return [holds](std::size_t, std::span<const TestCase> candidates) {
        std::vector<bool> will_do;
        for (const TestCase& candidate : candidates) will_do.push_back(holds(candidate));
        return will_do;
      };
    };
    const test::FakeClock clock;
    return MinimiseValues(subject_, {test}, asking(keeps), asking(confirms), base::Deadline(clock))
        .at(0);
  }

  const model::Subject subject_ = test::RichSubject();
};

TEST_F(ValueMinimiserBoundsTest, MakesATestPlainThatRepeatsAKey) {
  Statement dict{.kind = StatementKind::kDict, .operands = {0, 1, 2, 3}};
  const TestCase test = Call({Int(7), Int(70), Int(7), Int(71), dict, Int(72)}, {4, 5});
  ASSERT_TRUE(RepeatsKeys(test));
  const TestCase result = Minimised(
      test, [](const TestCase& it) { return it.size() >= 5; },
      [](const TestCase&) { return true; });
  EXPECT_EQ(result.size(), 5u);
  EXPECT_FALSE(RepeatsKeys(result));
}

TEST_F(ValueMinimiserBoundsTest, TakesTheLastStepThatIsConfirmed) {
  const TestCase test = Call({Int(90), Int(90)}, {0, 1});
  const TestCase result = Minimised(
      test, [](const TestCase& it) { return it.size() == 3 && it.statements[1].integer >= 5; },
      [](const TestCase& it) { return it.statements[1].integer >= 50; });
  EXPECT_EQ(result.statements[0].integer, 0) << "its first step";
  EXPECT_GE(result.statements[1].integer, 50);
}

}  // namespace
}  // namespace skua::search
