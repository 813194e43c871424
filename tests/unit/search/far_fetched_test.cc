// Which tests are far-fetched, and what takes the place of an internal act.

#include "search/shrinking/far_fetched.h"

#include <algorithm>
#include <string>
#include <vector>

#include "search/making/test_edits.h"
#include "search/shrinking/public_acts.h"
#include "support/matchers.h"
#include "support/rich_subject.h"

namespace skua::search {
namespace {

using model::CallableKind;
using model::ParameterKind;
using model::Statement;
using model::StatementKind;
using model::TestCase;

class FarFetchedTest : public ::testing::Test {
 protected:
  // Adds a callable like one that is there, under another name and with other parameters.
  void Add(const std::string& like, const std::string& name,
           std::vector<model::Parameter> parameters) {
    const model::CallableIndex original = test::CallableNamed(subject_, like);
    model::Callable callable = subject_.callables[original];
    callable.name = callable.qualified_name = name;
    callable.parameters = std::move(parameters);
    subject_.callables.push_back(callable);
    if (!model::HasReceiver(callable)) return;
    subject_.classes[callable.class_index].methods.push_back(
        static_cast<model::CallableIndex>(subject_.callables.size() - 1));
  }
  model::TypeIndex TypeOf(model::TypeKind kind) const {
    const auto type = std::ranges::find(subject_.types, kind, &model::Type::kind);
    return static_cast<model::TypeIndex>(type - subject_.types.begin());
  }
  static Statement Value(StatementKind kind, int64_t integer = 0) {
    return {.kind = kind, .integer = integer};
  }
  // Behind the statements, a call with all of them as operands.
  TestCase Call(const std::string& name, std::vector<Statement> statements) const {
    TestCase test{std::move(statements)};
    Statement call = Value(StatementKind::kCall);
    call.target = test::CallableNamed(subject_, name);
    const std::size_t first = FirstArgument(subject_.callables[call.target]);
    for (std::size_t i = 0; i < test.size(); ++i) {
      call.operands.push_back(static_cast<model::VariableIndex>(i));
      if (i >= first) call.parameters.push_back(static_cast<uint16_t>(i - first));
    }
    test.statements.push_back(std::move(call));
    return test;
  }
  // `money = Money(1)`, then a method of it with the value.
  TestCase OfMoney(const std::string& method, std::vector<Statement> values) const {
    TestCase test = Call("Money", {Value(StatementKind::kInt, 1)});
    Statement call = Value(StatementKind::kCall);
    call.target = test::CallableNamed(subject_, method);
    call.operands = {1};
    for (Statement& value : values) {
      call.parameters.push_back(static_cast<uint16_t>(call.parameters.size()));
      call.operands.push_back(static_cast<model::VariableIndex>(test.size()));
      test.statements.push_back(std::move(value));
    }
    test.statements.push_back(std::move(call));
    return test;
  }
  std::vector<std::string> ActsInPlaceOf(const TestCase& test) const {
    CheckWellFormed(test, subject_);
    std::vector<std::string> names;
    for (const TestCase& version : WithPublicActs(subject_, test)) {
      CheckWellFormed(version, subject_);
      names.push_back(subject_.callables[version.statements.back().target].qualified_name);
    }
    return names;
  }

  model::Subject subject_ = test::RichSubject();
  const Statement word_ = Value(StatementKind::kStr), one_ = Value(StatementKind::kInt, 1);
};

TEST_F(FarFetchedTest, IsWhatCallsAnInternalCallableThatTheSuiteLeavesAlone) {
  const TestCase internal = Call("_secret", {}), other = Call("numbers", {});
  EXPECT_TRUE(FarFetched(subject_, std::vector{other}).Is(internal));
  EXPECT_FALSE(FarFetched(subject_, std::vector{other}).Is(other));
  EXPECT_FALSE(FarFetched(subject_, std::vector{internal}).Is(internal));
}

TEST_F(FarFetchedTest, IsAValueThatContradictsTheDeclaredType) {
  const FarFetched none(subject_, {});
  EXPECT_TRUE(none.Is(Call("plain", {word_})));
  EXPECT_FALSE(none.Is(Call("plain", {one_})));
}

TEST_F(FarFetchedTest, IsNoValueThatTheCallChecksItself) {
  subject_.callables[test::CallableNamed(subject_, "plain")].declared_exceptions = {"TypeError"};
  EXPECT_FALSE(FarFetched(subject_, {}).Is(Call("plain", {word_})));
}

TEST_F(FarFetchedTest, IsATextWhereTheNameOrMostTestsSayANumber) {
  const TestCase text = Call("untyped", {word_, word_});
  EXPECT_FALSE(FarFetched(subject_, {}).Is(text));
  EXPECT_TRUE(FarFetched(subject_, std::vector(4, Call("untyped", {one_, word_}))).Is(text));
  subject_.callables[test::CallableNamed(subject_, "untyped")].parameters[0].name = "minute";
  const FarFetched named(subject_, {});
  EXPECT_TRUE(named.Is(text));
  EXPECT_TRUE(named.Is(Call("untyped", {Value(StatementKind::kBool, 1), word_})));
  EXPECT_FALSE(named.Is(Call("untyped", {Value(StatementKind::kFloat), word_})));
  EXPECT_FALSE(named.Is(Call("untyped", {Value(StatementKind::kNone), word_})));
}

TEST_F(FarFetchedTest, IsATextForAnAttributeThatIsANumberByName) {
  const auto setter =
      std::ranges::find(subject_.callables, CallableKind::kSetter, &model::Callable::kind);
  ASSERT_NE(setter, subject_.callables.end());
  setter->parameters[0].type = 0;
  setter->qualified_name = "the setter";
  setter->name = "label";
  const TestCase text = OfMoney("the setter", {word_});
  EXPECT_FALSE(FarFetched(subject_, {}).Is(text));
  setter->name = "minutes";
  EXPECT_TRUE(FarFetched(subject_, {}).Is(text));
}

TEST_F(FarFetchedTest, MethodsThatTakeArgumentsOfTheSameNameComeFirst) {
  Add("spend", "_note", {{"what", ParameterKind::kPositionalOrKeyword, false, 0}});
  const std::vector<std::string> acts = ActsInPlaceOf(OfMoney("_note", {word_}));
  ASSERT_THAT(acts, Not(IsEmpty()));
  EXPECT_EQ(acts[0], "spend");
  EXPECT_THAT(acts, Contains("add"));
  EXPECT_THAT(acts, Contains("Money.__getitem__"));
  EXPECT_THAT(acts, Each(Not(AnyOf("_note", "area", "untyped", "Money.__enter__"))));
  const TestCase first = WithPublicActs(subject_, OfMoney("_note", {word_}))[0];
  EXPECT_EQ(first, OfMoney("spend", {word_}));
}

TEST_F(FarFetchedTest, WhatIsNotPassedOnIsLeftOut) {
  Add("spend", "_note", {{"unlike", ParameterKind::kPositionalOrKeyword, false, 0}});
  const std::vector<TestCase> versions = WithPublicActs(subject_, OfMoney("_note", {word_}));
  EXPECT_THAT(versions, Contains(OfMoney("spend", {})));
  EXPECT_THAT(versions, Contains(OfMoney("Money.__getitem__", {word_})));
}

TEST_F(FarFetchedTest, SwitchesAreTriedOnBesides) {
  const auto boolean = TypeOf(model::TypeKind::kBool);
  Add("spend", "_helper", {});
  Add("spend", "keys",
      {{"depth", ParameterKind::kPositionalOrKeyword, true, 0},
       {"dotted", ParameterKind::kPositionalOrKeyword, true, boolean}});
  const std::vector<TestCase> versions = WithPublicActs(subject_, OfMoney("_helper", {}));
  TestCase dotted = OfMoney("keys", {Value(StatementKind::kBool, 1)});
  dotted.statements.back().parameters[0] = 1;
  EXPECT_THAT(versions, Contains(OfMoney("keys", {})));
  EXPECT_THAT(versions, Contains(dotted));
}

TEST_F(FarFetchedTest, FunctionsStandInThePlaceOfFunctions) {
  const std::vector<std::string> acts = ActsInPlaceOf(Call("_secret", {}));
  EXPECT_THAT(acts, Contains("numbers"));
  EXPECT_THAT(acts, Contains("zero"));
  EXPECT_THAT(acts, Contains("Broke.Broke"));
  EXPECT_THAT(acts, Each(Not(AnyOf("decimal", "plain", "add", "seed", "_secret"))));
  EXPECT_THAT(ActsInPlaceOf(Call("numbers", {})), IsEmpty()) << "it is public";
}

}  // namespace
}  // namespace skua::search
