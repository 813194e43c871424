#include "model/test_case.h"

#include <functional>
#include <stdexcept>

#include "support/error_of.h"
#include "support/matchers.h"

namespace skua::model {
namespace {

Parameter Named(ParameterKind kind, bool has_default = false) {
  return {.kind = kind, .has_default = has_default};
}

// def f(a, /, b, c=…, *args, d, e=…, **kwargs), and a method m(self, x=…) of a class with an enum.
Subject SampleSubject() {
  Subject subject;
  Callable function{
      .parameters = {Named(ParameterKind::kPositionalOnly),
                     Named(ParameterKind::kPositionalOrKeyword),
                     Named(ParameterKind::kPositionalOrKeyword, true),
                     Named(ParameterKind::kVarPositional), Named(ParameterKind::kKeywordOnly),
                     Named(ParameterKind::kKeywordOnly, true), Named(ParameterKind::kVarKeyword)}};
  Callable method{.kind = CallableKind::kMethod,
                  .parameters = {Named(ParameterKind::kPositionalOrKeyword, true)}};
  subject.callables = {function, method};
  subject.classes.resize(1);
  subject.classes[0].enum_members = {"RED", "GREEN"};
  return subject;
}

Statement Primitive(StatementKind kind = StatementKind::kInt) { return {.kind = kind}; }

Statement Collection(StatementKind kind, std::initializer_list<VariableIndex> operands) {
  Statement statement = Primitive(kind);
  statement.operands = operands;
  return statement;
}

Statement Call(uint32_t callable, std::initializer_list<VariableIndex> operands,
               std::initializer_list<uint16_t> parameters) {
  Statement statement = Collection(StatementKind::kCall, operands);
  statement.target = callable;
  statement.parameters = parameters;
  return statement;
}

TEST(PassingOf, FollowsFromKindsAndFromWhatIsSkipped) {
  const Callable function = SampleSubject().callables[0];
  const auto passings = [&](std::initializer_list<uint16_t> parameters) {
    Statement call = Call(0, {}, parameters);
    std::string text;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      text += "pk*%"[static_cast<int>(PassingOf(function, call, i))];
    }
    return text;
  };
  EXPECT_EQ(passings({0, 1, 2, 3, 4, 5, 6}), "ppp*kk%");
  EXPECT_EQ(passings({0, 1, 4}), "ppk");
  EXPECT_EQ(passings({0, 2, 4}), "pkk");  // after a skipped one by keyword
  EXPECT_EQ(passings({0, 1, 2}), "ppp");
}

TEST(CheckWellFormed, AcceptsWhatCanBeExecuted) {
  const Subject subject = SampleSubject();
  Statement member = Primitive(StatementKind::kEnumMember);
  member.integer = 1;
  const TestCase tests[] = {
      {},
      {{Primitive(), Call(0, {0, 0, 0}, {0, 1, 4})}},
      {{Primitive(), Call(0, {0, 0, 0}, {0, 1, 4}), Call(1, {1}, {})}},
      {{Primitive(), Call(1, {0, 0}, {0})}},
      {{Primitive(), Collection(StatementKind::kDict, {0, 0})}},
      {{member, Primitive(StatementKind::kClass)}},
  };
  for (const TestCase& test : tests) EXPECT_NO_THROW(CheckWellFormed(test, subject));
}

TEST(CheckWellFormed, NamesTheStatementAndWhatIsWrongWithIt) {
  const Subject subject = SampleSubject();
  Statement no_class = Primitive(StatementKind::kClass);
  no_class.target = 1;
  Statement no_member = Primitive(StatementKind::kEnumMember);
  no_member.integer = 2;
  Statement negative_member = Primitive(StatementKind::kEnumMember);
  negative_member.integer = -1;
  const struct {
    Statement second;
    std::string what;
  } cases[] = {
      {Collection(StatementKind::kList, {1}), "later variable"},
      {Collection(StatementKind::kTuple, {7}), "later variable"},
      {Collection(StatementKind::kDict, {0}), "a key without a value"},
      {no_class, "no such class"},
      {no_member, "no such member"},
      {negative_member, "no such member"},
      {Call(2, {}, {}), "no such callable"},
      {Call(0, {0, 0}, {0, 1}), "required parameter"},   // d is missing
      {Call(0, {0, 0, 0}, {0, 1}), "differ in number"},  // one operand too many
      {Call(1, {}, {}), "differ in number"},             // no receiver
      {Call(0, {0, 0, 0}, {1, 0, 4}), "not ascending"},
      {Call(0, {0, 0, 0, 0}, {0, 1, 1, 4}), "not ascending"},
      {Call(1, {0, 0}, {1}), "no such parameter"},
  };
  for (const auto& c : cases) {
    const std::string error = test::ErrorOf<std::logic_error>([&] {
      CheckWellFormed({{Primitive(), c.second}}, subject);
    });
    EXPECT_THAT(error, AllOf(HasSubstr("statement 1: "), HasSubstr(c.what)));
  }
}

TEST(RemoveWithDependents, TakesWhatUsesItAndRenumbersTheRest) {
  TestCase test{{Primitive(), Primitive(StatementKind::kStr), Collection(StatementKind::kList, {0}),
                 Collection(StatementKind::kTuple, {1}), Collection(StatementKind::kSet, {2}),
                 Collection(StatementKind::kDict, {3, 1})}};
  EXPECT_EQ(RemoveWithDependents(test, 0), 3u);
  ASSERT_EQ(test.size(), 3u);
  EXPECT_EQ(test.statements[0].kind, StatementKind::kStr);
  EXPECT_THAT(test.statements[1].operands, ElementsAre(0));
  EXPECT_THAT(test.statements[2].operands, ElementsAre(1, 0));
}

TEST(RemoveWithDependents, OfTheLastStatementTakesItAlone) {
  TestCase test{{Primitive(), Collection(StatementKind::kList, {0})}};
  EXPECT_EQ(RemoveWithDependents(test, 1), 1u);
  EXPECT_EQ(test, (TestCase{{Primitive()}}));
}

TEST(RemoveUnused, KeepsCallsAndWhatTheyNeed) {
  TestCase test{{Primitive(), Primitive(StatementKind::kStr), Collection(StatementKind::kList, {1}),
                 Collection(StatementKind::kTuple, {0}), Call(1, {2}, {}),
                 Primitive(StatementKind::kNone)}};
  RemoveUnused(test);
  ASSERT_EQ(test.size(), 3u);
  EXPECT_EQ(test.statements[0].kind, StatementKind::kStr);
  EXPECT_THAT(test.statements[1].operands, ElementsAre(0));
  EXPECT_EQ(test.statements[2], Call(1, {1}, {}));
}

TEST(RemoveUnused, LeavesNothingOfATestWithoutCalls) {
  TestCase test{{Primitive(), Collection(StatementKind::kList, {0})}};
  RemoveUnused(test);
  EXPECT_EQ(test.size(), 0u);
}

}  // namespace
}  // namespace skua::model
