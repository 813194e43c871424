#include "search/shrinking/meant_values.h"

#include <string>
#include <vector>

#include "support/matchers.h"
#include "support/rich_subject.h"

namespace skua::search {
namespace {

using model::Statement;
using model::StatementKind;
using model::TestCase;

class UsualArgumentsTest : public ::testing::Test {
 protected:
  UsualArgumentsTest() {
    callable().parameters[0].name = "minute";
    callable().parameters[1].name = "second";
  }
  model::Callable& callable() {
    return subject_.callables[test::CallableNamed(subject_, "untyped")];
  }
  // untyped(minute, second) behind the values.
  TestCase Call(std::vector<Statement> values, model::VariableIndex minute,
                model::VariableIndex second) const {
    TestCase test{std::move(values)};
    test.statements.push_back({.kind = StatementKind::kCall,
                               .target = test::CallableNamed(subject_, "untyped"),
                               .operands = {minute, second},
                               .parameters = {0, 1}});
    return test;
  }
  std::vector<TestCase> Versions(const TestCase& test) const {
    return WithUsualArguments(subject_, PassedKinds(subject_, {}), test, test.size() - 1);
  }
  static Statement Value(StatementKind kind, int64_t integer, const std::string& text = "") {
    return {.kind = kind, .integer = integer, .text = text};
  }

  model::Subject subject_ = test::RichSubject();
  const Statement zero_ = Value(StatementKind::kStr, 0, "0");
  const Statement one_ = Value(StatementKind::kInt, 1);
};

TEST_F(UsualArgumentsTest, TakeThePlaceOfAValueThatTwoShare) {
  EXPECT_THAT(Versions(Call({zero_}, 0, 0)),
              ElementsAre(Call({zero_, one_}, 1, 0), Call({zero_, one_}, 0, 1)));
}

TEST_F(UsualArgumentsTest, LeaveWhatIsUsualAndWhatIsUsedOnce) {
  EXPECT_THAT(Versions(Call({one_}, 0, 0)), IsEmpty());
  EXPECT_THAT(Versions(Call({zero_, one_}, 0, 1)), IsEmpty());
  callable().parameters[0].name = callable().parameters[1].name = "label";
  EXPECT_THAT(Versions(Call({zero_}, 0, 0)), IsEmpty());
}

}  // namespace
}  // namespace skua::search
