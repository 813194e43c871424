// What the minimiser makes of the environment, bound methods, lambdas and operators.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "search/goals/goal_set.h"
#include "search/making/test_edits.h"
#include "search/polish/minimiser.h"
#include "support/fake_clock.h"
#include "support/fake_executor.h"
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
    Statement statement;
    statement.kind = kind;
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
      model::Trace trace;
      trace.verdict = model::Verdict::kPassed;
      trace.executed_statements = static_cast<uint16_t>(test.size());
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
    model::Trace trace;
    trace.verdict = model::Verdict::kPassed;
    trace.executed_statements = static_cast<uint16_t>(test.size());
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
  const auto covers = [&](const TestCase& test) {
    return Calls(test, "apply") && std::ranges::any_of(test.statements, [](const Statement& it) {
             return it.kind == StatementKind::kList && !it.operands.empty();
           });
  };
  EXPECT_EQ(Minimised("apply", covers).size(), test_.size());
  const TestCase result = Minimised("apply", covers, {.leave_out_arguments = true});
  EXPECT_EQ(CallsOf(result), (std::vector<std::string>{"make_counter", "apply"}));
  EXPECT_EQ(result.statements[1].operands.size(), 1u);
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
