// What the minimiser makes of the environment, bound methods, lambdas and operators.

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "search/goals/goal_set.h"
#include "search/making/test_edits.h"
#include "search/shrinking/minimiser.h"
#include "search/shrinking/plain_arguments.h"
#include "support/fake_clock.h"
#include "support/fake_executor.h"
#include "support/matchers.h"
#include "support/rich_subject.h"

namespace skua::search {
namespace {

using model::Statement;
using model::StatementKind;
using model::TestCase;
using model::VariableIndex;

class MinimiserShapesTest : public ::testing::Test {
 protected:
  VariableIndex Append(Statement statement) {
    test_.statements.push_back(std::move(statement));
    return static_cast<VariableIndex>(test_.size() - 1);
  }
  VariableIndex Value(StatementKind kind, std::vector<VariableIndex> operands = {}) {
    Statement statement{.kind = kind};
    statement.operands.assign(operands.begin(), operands.end());
    return Append(std::move(statement));
  }
  VariableIndex Text(std::string text) {
    const VariableIndex made = Value(StatementKind::kStr);
    test_.statements[made].text = std::move(text);
    return made;
  }
  VariableIndex Call(const std::string& name, std::vector<VariableIndex> operands = {}) {
    const VariableIndex made = Value(StatementKind::kCall, operands);
    Statement& call = test_.statements[made];
    call.target = test::CallableNamed(subject_, name);
    const std::size_t first = FirstArgument(subject_.callables[call.target]);
    for (uint16_t p = 0; p + first < operands.size(); ++p) call.parameters.push_back(p);
    return made;
  }

  // Minimises test_, which covers `goal` of function `name` whenever `covers` says so.
  TestCase Minimised(const std::string& name, std::function<bool(const TestCase&)> covers,
                     const MinimiserOptions& options = {}) {
    CheckWellFormed(test_, subject_);
    const GoalSet goals(subject_);
    const auto code_object = subject_.callables[test::CallableNamed(subject_, name)].code_object;
    test::FakeExecutor executor([&](const TestCase& test, model::Isolation) {
      CheckWellFormed(test, subject_);
      model::Trace trace{.verdict = model::Verdict::kPassed,
                         .executed_statements = static_cast<uint16_t>(test.size())};
      if (covers(test)) trace.code_objects = {code_object};
      return trace;
    });
    test::FakeClock clock;
    const auto result =
        Minimise(subject_, executor, {{test_, {}, {goals.GoalOfCodeObject(code_object)}}},
                 base::Deadline(clock), options);
    EXPECT_EQ(result.size(), 1u);
    return result.at(0).test;
  }

  bool Calls(const TestCase& test, const std::string& name) const {
    const auto target = test::CallableNamed(subject_, name);
    return std::any_of(test.statements.begin(), test.statements.end(), [&](const Statement& it) {
      return it.kind == StatementKind::kCall && it.target == target;
    });
  }
  std::vector<std::string> CallsOf(const TestCase& test) const {
    std::vector<std::string> names;
    for (const Statement& it : test.statements) {
      if (it.kind == StatementKind::kCall) names.push_back(subject_.callables[it.target].name);
    }
    return names;
  }

  model::Subject subject_ = test::RichSubject();
  TestCase test_;
};

TEST_F(MinimiserShapesTest, KeepsOfTheEnvironmentWhatMattersAndTheSeed) {
  Call("seed", {Value(StatementKind::kInt)});
  Call("setenv", {Text("HOME"), Text("x")});
  Call("chdir");
  Call("stdin", {Text("yes\n")});
  Call("make_counter");
  Call("argv");
  const TestCase result = Minimised("make_counter", [&](const TestCase& test) {
    return Calls(test, "setenv") && Calls(test, "make_counter");
  });
  EXPECT_EQ(CallsOf(result), (std::vector<std::string>{"seed", "setenv", "make_counter"}));
  EXPECT_EQ(result.statements[2].text, "HOME") << "a name is not cut";
}

TEST_F(MinimiserShapesTest, DropsFunctionsAndLambdasThatNothingUses) {
  Value(StatementKind::kLambda, {Text("unused")});
  Value(StatementKind::kFunction);
  Call("make_counter");
  const TestCase result =
      Minimised("make_counter", [&](const TestCase& test) { return Calls(test, "make_counter"); });
  EXPECT_EQ(result.size(), 1u);
}

TEST_F(MinimiserShapesTest, LeavesABoundMethodItsReceiver) {
  const VariableIndex money = Call("Money", {Value(StatementKind::kInt)});
  const VariableIndex bound = Value(StatementKind::kFunction, {money});
  test_.statements[bound].target = test::CallableNamed(subject_, "add");
  Call("apply", {bound});
  const TestCase result =
      Minimised("apply", [&](const TestCase& test) { return Calls(test, "apply"); });
  EXPECT_EQ(result.size(), 4u);
}

TEST_F(MinimiserShapesTest, TwoActsOnTheSameOperandsBecomeTwoTests) {
  const VariableIndex money = Call("Money", {Value(StatementKind::kInt)});
  const VariableIndex other = Call("Money", {Value(StatementKind::kInt)});
  Call("Money.__add__", {money, other});
  Call("add", {money, other});
  const GoalSet goals(subject_);
  std::vector<model::GoalIndex> of_acts;
  for (const char* name : {"Money.__add__", "add"}) {
    const auto code_object = subject_.callables[test::CallableNamed(subject_, name)].code_object;
    of_acts.push_back(goals.GoalOfCodeObject(code_object));
  }
  std::ranges::sort(of_acts);
  test::FakeExecutor executor([&](const TestCase& test, model::Isolation) {
    model::Trace trace{.verdict = model::Verdict::kPassed,
                       .executed_statements = static_cast<uint16_t>(test.size())};
    for (const Statement& it : test.statements) {
      if (it.kind != StatementKind::kCall) continue;
      trace.code_objects.push_back(subject_.callables[it.target].code_object);
    }
    std::ranges::sort(trace.code_objects);
    return trace;
  });
  test::FakeClock clock;
  const auto result = Minimise(subject_, executor, {{test_, {}, of_acts}}, base::Deadline(clock));
  ASSERT_EQ(result.size(), 2u);
  EXPECT_EQ(CallsOf(result[0].test).size(), 3u);
  EXPECT_EQ(CallsOf(result[1].test).size(), 3u);
}

TEST_F(MinimiserShapesTest, LeavesOutElementsAndWhatOnlyTheyNeededWhereNoMutantsAreJudged) {
  const VariableIndex counter = Call("make_counter");
  const VariableIndex money = Call("Money", {Value(StatementKind::kInt)});
  const VariableIndex items = Value(StatementKind::kList, {counter, money, money, counter});
  Call("apply", {items});
  const auto covers = [&](const TestCase& test) { return Calls(test, "apply"); };
  EXPECT_EQ(Minimised("apply", covers).size(), test_.size());
  const TestCase result = Minimised("apply", covers, {.leave_out_arguments = true});
  EXPECT_EQ(CallsOf(result), (std::vector<std::string>{"make_counter", "apply"}));
  EXPECT_EQ(result.statements[1].operands.size(), 1u) << "a list is not made empty";
}

TEST_F(MinimiserShapesTest, LeavesOutElementsOfACrowdedTestThoughMutantsAreJudged) {
  const VariableIndex counter = Call("make_counter");
  const VariableIndex items = Value(StatementKind::kList, std::vector<VariableIndex>(40, counter));
  Call("apply", {items});
  const TestCase result =
      Minimised("apply", [&](const TestCase& test) { return Calls(test, "apply"); });
  EXPECT_EQ(CallsOf(result), (std::vector<std::string>{"make_counter", "apply"}));
  EXPECT_EQ(result.statements[1].operands.size(), 1u);
}

TEST_F(MinimiserShapesTest, WritesWhatAnEarlierCallReturnedAsALiteral) {
  const VariableIndex area = Call("apply", {Call("make_counter")});
  const VariableIndex money = Call("Money", {area});
  Call("Money.__add__", {money, money});
  ASSERT_TRUE(PassesResults(subject_, test_));
  model::Observation seen;
  seen.statements.resize(test_.size());
  seen.statements[0].result.kind = model::ValueKind::kOpaque;
  seen.statements[area].result.kind = model::ValueKind::kInt;
  seen.statements[area].result.integer = 42;
  seen.statements[money].result.kind = model::ValueKind::kObject;
  const std::vector<TestCase> versions = WithPlainArguments(subject_, test_, seen);
  ASSERT_EQ(versions.size(), 1u);
  CheckWellFormed(versions[0], subject_);
  EXPECT_EQ(CallsOf(versions[0]), (std::vector<std::string>{"Money", "__add__"}));
  EXPECT_EQ(versions[0].statements[0].integer, 42);
}

TEST_F(MinimiserShapesTest, CallsOnAReceiverWhatIsCalledOnWhatItsMethodReturned) {
  const VariableIndex money = Call("Money", {Value(StatementKind::kInt)});
  const VariableIndex sum = Call("Money.__add__", {money, money});
  const VariableIndex again = Call("Money.__add__", {sum, money});
  Call("Money.__getitem__", {again, Value(StatementKind::kInt)});
  ASSERT_TRUE(TakesDetours(subject_, test_));
  const std::vector<TestCase> versions = WithoutDetours(subject_, test_);
  ASSERT_EQ(versions.size(), 3u);
  for (const TestCase& version : versions) CheckWellFormed(version, subject_);
  EXPECT_EQ(CallsOf(versions[0]), (std::vector<std::string>{"Money", "__getitem__"}));
  EXPECT_EQ(CallsOf(versions[1]), (std::vector<std::string>{"Money", "__add__", "__getitem__"}));
  EXPECT_EQ(versions[1].statements[2].operands[0], versions[1].statements[2].operands[1]);
}

TEST_F(MinimiserShapesTest, PassesWhatAFunctionTakesInPlaceOfTheLikeThatItGives) {
  const VariableIndex money = Call("Money", {Value(StatementKind::kInt)});
  const VariableIndex applied = Call("apply", {money});
  Call("Money.__add__", {applied, money});
  EXPECT_FALSE(TakesDetours(subject_, test_)) << "nothing says that it gives the like";
  model::Callable& copies = subject_.callables[test_.statements[applied].target];
  const model::Callable& makes = subject_.callables[test_.statements[money].target];
  copies.parameters.resize(1);
  copies.result = copies.parameters[0].type = makes.result;
  ASSERT_EQ(subject_.types[copies.result].kind, model::TypeKind::kClass);
  const std::vector<TestCase> versions = WithoutDetours(subject_, test_);
  ASSERT_EQ(versions.size(), 1u);
  CheckWellFormed(versions[0], subject_);
  EXPECT_EQ(CallsOf(versions[0]), (std::vector<std::string>{"Money", "__add__"}));
}

TEST_F(MinimiserShapesTest, LeavesOutCallsOfWhichNothingUsesTheResult) {
  const VariableIndex money = Call("Money", {Value(StatementKind::kInt)});
  Call("Money.__add__", {money, money});
  Call("Money.__getitem__", {money, Value(StatementKind::kStr)});
  EXPECT_THAT(WithoutIdleCalls(subject_, test_), SizeIs(1)) << "the act stays";
  Call("Money.__getitem__", {money, Value(StatementKind::kInt)});
  const std::vector<TestCase> versions = WithoutIdleCalls(subject_, test_);
  ASSERT_EQ(versions.size(), 3u);
  for (const TestCase& version : versions) CheckWellFormed(version, subject_);
  EXPECT_EQ(CallsOf(versions[0]), (std::vector<std::string>{"Money", "__getitem__"}));
  EXPECT_EQ(versions[0].size(), 4u) << "the text goes with the call that needed it";
  EXPECT_EQ(CallsOf(versions[1]),
            (std::vector<std::string>{"Money", "__getitem__", "__getitem__"}));
  EXPECT_EQ(CallsOf(versions[2]), (std::vector<std::string>{"Money", "__add__", "__getitem__"}));
}

TEST_F(MinimiserShapesTest, NamesAMissingFileOfItsOwnWhereATextNamesOneOfTheCurrentFolder) {
  Call("load", {Value(StatementKind::kStr), Value(StatementKind::kInt)});
  const std::vector<TestCase> versions = WithMissingFiles(subject_, test_);
  ASSERT_EQ(versions.size(), 2u);
  for (const TestCase& version : versions) CheckWellFormed(version, subject_);
  EXPECT_EQ(CallsOf(versions[0]), (std::vector<std::string>{"missing_file", "load"}));
  EXPECT_EQ(CallsOf(versions[1]), (std::vector<std::string>{"missing_file", "__str__", "load"}));
}

TEST_F(MinimiserShapesTest, ComparesAnObjectWithAnEqualOneInsteadOfItself) {
  const VariableIndex money = Call("Money", {Value(StatementKind::kInt)});
  const VariableIndex sum = Call("Money.__add__", {money, money});
  Call("Money.__getitem__", {sum, Value(StatementKind::kInt)});
  const std::vector<TestCase> versions = WithEqualObjects(subject_, test_);
  ASSERT_EQ(versions.size(), 1u);
  CheckWellFormed(versions[0], subject_);
  EXPECT_EQ(CallsOf(versions[0]),
            (std::vector<std::string>{"Money", "Money", "__add__", "__getitem__"}));
  const auto& operands = versions[0].statements[4].operands;
  EXPECT_NE(operands[0], operands[1]);
  EXPECT_EQ(versions[0].statements[6].operands[0], 4u) << "later statements are renumbered";
  EXPECT_TRUE(WithEqualObjects(subject_, versions[0]).empty());
}

TEST_F(MinimiserShapesTest, ComparesAnObjectWithItselfWhereItWasChangedBefore) {
  const VariableIndex money = Call("Money", {Value(StatementKind::kInt)});
  Call("spend", {money});
  Call("Money.__add__", {money, money});
  EXPECT_TRUE(WithEqualObjects(subject_, test_).empty());
}

TEST_F(MinimiserShapesTest, ComparesTheHashWithThatOfAnObjectThatIsMadeAlike) {
  const auto add = [&](const char* like, const char* name) {
    model::Callable callable = subject_.callables[test::CallableNamed(subject_, like)];
    callable.name = name;
    callable.qualified_name = std::string("Money.") + name;
    if (std::string_view(name) == "__hash__") callable.parameters.clear();
    subject_.callables.push_back(callable);
    const auto index = static_cast<model::CallableIndex>(subject_.callables.size() - 1);
    subject_.classes[callable.class_index].methods.push_back(index);
  };
  add("Money.__add__", "__hash__");
  const VariableIndex money = Call("Money", {Value(StatementKind::kInt)});
  Call("Money.__hash__", {money});
  EXPECT_FALSE(WithEqualHash(subject_, test_)) << "there is no ==";
  add("Money.__add__", "__eq__");
  const auto version = WithEqualHash(subject_, test_);
  ASSERT_TRUE(version);
  CheckWellFormed(*version, subject_);
  EXPECT_EQ(CallsOf(*version),
            (std::vector<std::string>{"Money", "Money", "__hash__", "__hash__", "__eq__"}));
  const auto& operands = version->statements.back().operands;
  EXPECT_EQ(operands[0] + 1, operands[1]);
  EXPECT_FALSE(WithEqualHash(subject_, *version));
  EXPECT_FALSE(PassesResults(subject_, *version)) << "a hash is not written down";
  EXPECT_FALSE(TakesDetours(subject_, *version)) << "an object is not its hash";
  test_ = {};
  const VariableIndex changed = Call("Money", {Value(StatementKind::kInt)});
  Call("spend", {changed});
  Call("Money.__hash__", {changed});
  EXPECT_FALSE(WithEqualHash(subject_, test_));
}

TEST_F(MinimiserShapesTest, LeavesAResultWhoseMethodsItsReceiverLacks) {
  const VariableIndex money = Call("Money", {Value(StatementKind::kInt)});
  const VariableIndex sum = Call("Money.__add__", {money, money});
  Call("Money.__getitem__", {sum, Value(StatementKind::kInt)});
  model::Callable& add = subject_.callables[test_.statements[sum].target];
  model::Callable& item = subject_.callables[test_.statements.back().target];
  add.class_index = subject_.callables[test_.statements[money].target].class_index;
  subject_.classes.emplace_back().name = "Other";
  item.class_index = static_cast<model::ClassIndex>(subject_.classes.size() - 1);
  EXPECT_FALSE(TakesDetours(subject_, test_));
}

TEST_F(MinimiserShapesTest, MakesObjectsOfTheBaseOfAClassThatTheTestDefines) {
  const VariableIndex money = Call("Money", {Value(StatementKind::kInt)});
  const VariableIndex more = Call("Money", {Value(StatementKind::kInt)});
  Call("Money.__add__", {money, more});
  const auto plain = test_.statements[money].target;
  model::Callable& constructor = subject_.callables[plain];
  if (constructor.class_index == model::kNoIndex) {
    subject_.classes.emplace_back().name = "Money";
    constructor.class_index = static_cast<model::ClassIndex>(subject_.classes.size() - 1);
  }
  const model::ClassIndex base = constructor.class_index;
  subject_.classes[base].constructors = {plain};
  subject_.classes.push_back({.name = "SmallMoney",
                              .qualified_name = "SmallMoney",
                              .bases = {base},
                              .definition = "class SmallMoney(Money):\n    LIMIT = 2\n"});
  model::Callable derived = subject_.callables[plain];
  derived.class_index = static_cast<model::ClassIndex>(subject_.classes.size() - 1);
  subject_.callables.push_back(derived);
  const auto target = static_cast<model::CallableIndex>(subject_.callables.size() - 1);
  EXPECT_FALSE(DerivesClasses(subject_, test_));
  test_.statements[money].target = test_.statements[more].target = target;
  ASSERT_TRUE(DerivesClasses(subject_, test_));
  const std::vector<TestCase> versions = WithoutDerivedClasses(subject_, test_);
  ASSERT_EQ(versions.size(), 3u);
  EXPECT_EQ(versions[0].statements[money].target, plain);
  EXPECT_EQ(versions[0].statements[more].target, plain);
  EXPECT_EQ(versions[1].statements[more].target, target);
  EXPECT_EQ(versions[2].statements[money].target, target);

  subject_.callables.back().parameters.clear();
  EXPECT_FALSE(DerivesClasses(subject_, test_)) << "it does not take the same arguments";
}

TEST_F(MinimiserShapesTest, AttributesAndOperatorsAreCallsLikeOthers) {
  const VariableIndex money = Call("Money", {Value(StatementKind::kInt)});
  const VariableIndex other = Call("Money", {Value(StatementKind::kInt)});
  const VariableIndex sum = Call("Money.__add__", {money, other});
  Call("make_counter");
  Call("Money.__getitem__", {sum, Value(StatementKind::kInt)});
  const TestCase result = Minimised(
      "Money.__add__", [&](const TestCase& test) { return Calls(test, "Money.__add__"); });
  EXPECT_EQ(CallsOf(result), (std::vector<std::string>{"Money", "Money", "__add__"}));
}

}  // namespace
}  // namespace skua::search
