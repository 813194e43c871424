#include "search/shrinking/natural_texts.h"

#include <gtest/gtest.h>

#include "search/goals/behaviour.h"
#include "search/goals/goal_set.h"
#include "support/fake_clock.h"
#include "support/fake_executor.h"
#include "support/fake_program.h"

namespace skua::search {
namespace {

using model::StatementKind;
using model::TestCase;

// def greet(name: str, other: str): if name == other: …
class NaturalTextsTest : public ::testing::Test {
 protected:
  NaturalTextsTest() {
    const auto greet = program_.CodeObject("greet");
    const auto same = program_.Nested(greet, 1);
    const auto text = program_.Type(model::TypeKind::kStr);
    using test::FakeProgram;
    program_.Callable(
        model::CallableKind::kFunction, "greet", greet,
        {FakeProgram::Parameter("name", text), FakeProgram::Parameter("other", text)},
        [same](test::FakeRun& run, test::FakeObject*, const FakeProgram::Arguments& arguments) {
          run.Equal(same[0], test::StrOf(arguments[0]), test::StrOf(arguments[1]));
          return test::FakeValue{test::StrValue("hello"), nullptr};
        });
  }

  static TestCase Greet(const std::string& name, const std::string& other) {
    TestCase test;
    for (const std::string& text : {name, other}) {
      test.statements.push_back({.kind = StatementKind::kStr, .text = text});
    }
    test.statements.push_back(
        {.kind = StatementKind::kCall, .target = 0, .operands = {0, 1}, .parameters = {0, 1}});
    return test;
  }

  std::vector<ArchivedTest> Archived(const std::vector<TestCase>& tests) {
    std::vector<ArchivedTest> archived;
    for (const TestCase& test : tests) {
      const model::Trace trace = program_.Interpret(test);
      archived.push_back({test, EndingOf(trace), GoalSet(program_.subject).CoveredBy(test, trace)});
    }
    return archived;
  }

  std::vector<ArchivedTest> Natural(const std::vector<TestCase>& tests,
                                    const std::vector<TestCase>& settled = {}) {
    return WithNaturalTexts(program_.subject, executor_, Archived(tests), settled,
                            base::Deadline(clock_));
  }

  test::FakeProgram program_;
  test::FakeClock clock_;
  base::Duration each_{};  // time that a test takes
  test::FakeExecutor executor_{[this](const TestCase& test, model::Isolation) {
    clock_.Advance(each_);
    return program_.Interpret(test);
  }};
};

TEST_F(NaturalTextsTest, ExchangesWhatNobodyWouldHaveTyped) {
  const std::string garbage = "nQmc{]vxow{!";
  const model::Vocabulary vocabulary(program_.subject);
  const auto natural = Natural({Greet(garbage, garbage), Greet(garbage, "hello")});
  ASSERT_EQ(natural.size(), 2u);
  for (const ArchivedTest& test : natural) EXPECT_EQ(CountOddTexts(test.test, vocabulary), 0u);
  const auto& same = natural[0].test.statements;
  const auto& different = natural[1].test.statements;
  EXPECT_EQ(same[0].text, same[1].text) << "which its goal asks for";
  EXPECT_NE(different[0].text, different[1].text);
  EXPECT_EQ(different[1].text, "hello") << "natural texts stay";
}

TEST_F(NaturalTextsTest, LeavesWhatIsSettled) {
  const TestCase odd = Greet("nQmc{]vxow{!", "hello");
  EXPECT_EQ(Natural({odd}, {odd}).at(0).test, odd);
}

TEST_F(NaturalTextsTest, MakesValuesPlainThatGoOnSayingSomething) {
  std::vector<TestCase> settled;
  const auto plain =
      WithPlainValues(program_.subject, executor_, Archived({Greet("nQmc{]vxow{!", "Zx[")}),
                      settled, base::Deadline(clock_));
  const auto& values = plain.at(0).test.statements;
  const model::Vocabulary vocabulary(program_.subject);
  EXPECT_EQ(CountOddTexts(plain[0].test, vocabulary), 0u);
  EXPECT_NE(values[0].text, values[1].text) << "which its goal asks for";
  EXPECT_FALSE(values[0].text.empty() || values[1].text.empty());
  EXPECT_EQ(settled, std::vector{plain[0].test});
}

TEST_F(NaturalTextsTest, KeepsWhatItHasFoundWhenTimeIsOver) {
  using namespace std::chrono_literals;
  each_ = 1ms;
  std::vector<TestCase> settled;
  const TestCase odd = Greet("nQmc{]vxow{!", "Zx[");
  const auto plain = WithPlainValues(program_.subject, executor_, Archived({odd, odd, odd, odd}),
                                     settled, base::Deadline(clock_).Within(40ms));
  EXPECT_NE(plain.at(0).test, odd);
  EXPECT_TRUE(settled.empty()) << "a later run goes on";
}

}  // namespace
}  // namespace skua::search
