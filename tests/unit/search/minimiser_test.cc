// The minimiser, on what searches found.

#include "search/polish/minimiser.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <utility>
#include <vector>

#include "search/evaluation/awkwardness.h"
#include "search/goals/goal_set.h"
#include "support/matchers.h"
#include "support/sample_subject.h"
#include "unit/search/toy_programs.h"

namespace skua::search {
namespace {

using namespace std::chrono_literals;

class MinimiserTest : public SearchTest {
 protected:
  MinimiserTest() {
    AddNumbers(program_);
    AddWords(program_);
    AddAccount(program_);
  }

  std::vector<ArchivedTest> Minimised(const std::vector<ArchivedTest>& tests) {
    test::FakeExecutor fresh(
        [this](const TestCase& test, Isolation) { return program_.Interpret(test); });
    return Minimise(program_.subject, fresh, tests, base::Deadline(clock_));
  }

  static std::set<model::GoalIndex> GoalsIn(const std::vector<ArchivedTest>& tests) {
    std::set<model::GoalIndex> goals;
    for (const ArchivedTest& it : tests) goals.insert(it.goals.begin(), it.goals.end());
    return goals;
  }

  static std::size_t Statements(const std::vector<ArchivedTest>& tests) {
    std::size_t count = 0;
    for (const ArchivedTest& it : tests) count += it.test.size();
    return count;
  }
};

TEST_F(MinimiserTest, LosesNoGoalAndGetsShorter) {
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    executor_.retired.clear();
    options_.max_generations = 1 + seed * 5;
    const SearchResult found = Run(seed);
    const auto tests = Minimised(found.tests);
    EXPECT_EQ(GoalsIn(tests), GoalsIn(found.tests)) << "seed " << seed;
    ExpectTrue(tests);
    EXPECT_LT(Statements(tests), Statements(found.tests));
    std::size_t given = 0;
    for (const ArchivedTest& it : tests) {
      ASSERT_NO_THROW(CheckWellFormed(it.test, program_.subject));
      given += it.goals.size();
    }
    EXPECT_EQ(given, GoalsIn(tests).size()) << "each goal is one test's";
  }
}

TEST_F(MinimiserTest, LeavesTestsAsArchivedWhereNothingIsToShrink) {
  const SearchResult found = Run(3);
  test::FakeExecutor fresh(
      [this](const TestCase& test, Isolation) { return program_.Interpret(test); });
  const auto tests =
      Minimise(program_.subject, fresh, found.tests, base::Deadline(clock_), {.shrink = false});
  ASSERT_EQ(tests.size(), found.tests.size());
  for (std::size_t i = 0; i < tests.size(); ++i) {
    EXPECT_EQ(tests[i].test, found.tests[i].test);
    EXPECT_EQ(tests[i].goals, found.tests[i].goals);
  }
}

TEST_F(MinimiserTest, NoStatementOfTheResultCanBeMissed) {
  const auto tests = Minimised(Run(3).tests);
  const GoalSet goals(program_.subject);
  for (const ArchivedTest& it : tests) {
    for (std::size_t i = 0; i < it.test.size(); ++i) {
      TestCase without = it.test;
      RemoveWithDependents(without, i);
      const model::Trace trace = program_.Interpret(without);
      const auto covered = goals.CoveredBy(without, trace);
      EXPECT_FALSE((trace.verdict == model::Verdict::kRaised) == (it.ending != Ending::kReturns) &&
                   std::includes(covered.begin(), covered.end(), it.goals.begin(), it.goals.end()))
          << "statement " << i;
    }
  }
}

TEST_F(MinimiserTest, GivesGoalsToTheSimplestTestThatCoversThem) {
  const auto tests = Minimised(Run(3).tests);
  const GoalSet goals(program_.subject);
  const auto is_plain = [&](const ArchivedTest& it) {
    return AwkwardnessOf(program_.subject, it.test, it.ending) == 0;
  };
  std::size_t compared = 0;
  for (const ArchivedTest& owner : tests) {
    for (const ArchivedTest& other : tests) {
      if (!is_plain(owner) || !is_plain(other) || other.test.size() >= owner.test.size()) continue;
      const auto covered = goals.CoveredBy(other.test, program_.Interpret(other.test));
      for (const model::GoalIndex goal : owner.goals) {
        ++compared;
        EXPECT_FALSE(std::ranges::binary_search(covered, goal)) << "goal " << goal;
      }
    }
  }
  EXPECT_GT(compared, 0u);
}

TEST_F(MinimiserTest, SeparatesCallsOnOneObjectThatDoNotNeedEachOther) {
  const auto call = [&](const char* name, std::initializer_list<model::VariableIndex> operands) {
    model::Statement statement{.kind = model::StatementKind::kCall};
    statement.operands.assign(operands.begin(), operands.end());
    const auto& callables = program_.subject.callables;
    statement.target = static_cast<uint32_t>(
        std::ranges::find(callables, name, &model::Callable::name) - callables.begin());
    return statement;
  };
  TestCase test;  // account = Account(); account.deposit(7); account.close()
  test.statements.push_back(call("Account", {}));
  test.statements.push_back({.kind = model::StatementKind::kInt, .integer = 7});
  test.statements.push_back(call("deposit", {0, 1}));
  test.statements.back().parameters = {0};
  test.statements.push_back(call("close", {0}));
  const GoalSet goals(program_.subject);
  const auto covered = goals.CoveredBy(test, program_.Interpret(test));
  const auto tests = Minimised({{test, {}, covered}});
  EXPECT_EQ(GoalsIn(tests).size(), covered.size());
  ASSERT_EQ(tests.size(), 2u);
  for (const ArchivedTest& it : tests) EXPECT_LT(it.test.size(), test.size());
}

TEST_F(MinimiserTest, CountsWhatIsInternalAndExceptionsAsAwkward) {
  auto& callables = program_.subject.callables;
  const auto found = std::ranges::find(callables, "words", &model::Callable::name);
  const auto words = static_cast<uint32_t>(found - callables.begin());
  model::Statement text, call;
  text.kind = model::StatementKind::kStr;
  text.text = "open sesame";
  call.kind = model::StatementKind::kCall;
  call.target = words;
  call.operands = {0, 0};
  call.parameters = {0, 1};
  TestCase test{.statements = {text, call}};
  const double plainly = AwkwardnessOf(program_.subject, test, Ending::kReturns);
  EXPECT_EQ(plainly, 0);
  EXPECT_GT(AwkwardnessOf(program_.subject, test, Ending::kRaises), plainly);
  callables[words].in_subject = false;
  EXPECT_GT(AwkwardnessOf(program_.subject, test, Ending::kReturns), plainly)
      << "nothing of the subject is called";
  callables[words].in_subject = true;
  callables[words].kind = model::CallableKind::kEnvironment;
  EXPECT_GT(AwkwardnessOf(program_.subject, test, Ending::kReturns), plainly)
      << "preparing is not calling";
  callables[words].kind = model::CallableKind::kFunction;
  callables[words].name = "_words";
  EXPECT_GT(AwkwardnessOf(program_.subject, test, Ending::kReturns), plainly);
  callables[words].kind = model::CallableKind::kOperator;
  EXPECT_EQ(AwkwardnessOf(program_.subject, test, Ending::kReturns), plainly)
      << "written by its own syntax";
}

TEST_F(MinimiserTest, CountsValuesOfOtherTypesThanDeclaredAsAwkward) {
  using namespace skua::testing;  // NOLINT: the callables of SampleSubject
  model::Subject subject = SampleSubject();
  const auto declare = [&](model::TypeKind kind, std::vector<model::TypeIndex> arguments) {
    subject.types.emplace_back().kind = kind;
    subject.types.back().arguments = std::move(arguments);
    return static_cast<model::TypeIndex>(subject.types.size() - 1);
  };
  TestCaseBuilder text, list;
  text.Call(kQuote, {{0, text.Str("a")}});
  list.Call(kQuote, {{0, list.List({list.Str("a")})}});
  model::TypeIndex& weight = subject.callables[kQuote].parameters[0].type;
  EXPECT_EQ(MistypingOf(subject, text.test()), 0) << "nothing is declared";
  weight = declare(model::TypeKind::kInt, {});
  EXPECT_GT(MistypingOf(subject, text.test()), 0);
  EXPECT_GT(MistypingOf(subject, list.test()), 0);
  const auto letters = declare(model::TypeKind::kList, {declare(model::TypeKind::kStr, {})});
  weight = declare(model::TypeKind::kUnion, {letters, declare(model::TypeKind::kNone, {})});
  EXPECT_GT(MistypingOf(subject, text.test()), 0) << "its letters are no items that anybody meant";
  EXPECT_EQ(MistypingOf(subject, list.test()), 0);
}

TEST_F(MinimiserTest, IsDeterministic) {
  const SearchResult found = Run(2);
  const auto a = Minimised(found.tests), b = Minimised(found.tests);
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_EQ(a[i].test, b[i].test);
}

TEST_F(MinimiserTest, WithoutTimeTheSuiteStaysAsItIs) {
  const SearchResult found = Run(2);
  const base::Deadline expired = base::Deadline(clock_).Within(std::chrono::seconds(0));
  const auto tests = Minimise(program_.subject, executor_, found.tests, expired);
  EXPECT_EQ(GoalsIn(tests), GoalsIn(found.tests));
}

TEST_F(MinimiserTest, ReducesAlsoWhereFreshChildrenAreTooDearToTryEverythingInThem) {
  const SearchResult found = Run(2);
  test::FakeExecutor slow([this](const TestCase& test, Isolation isolation) {
    clock_.Advance(isolation == Isolation::kShared ? 200us : 20ms);
    return program_.Interpret(test);
  });
  const base::Deadline deadline = base::Deadline(clock_).Within(300ms);
  const auto tests = Minimise(program_.subject, slow, found.tests, deadline,
                              {.confirm_by = base::Deadline(clock_).Within(2s)});
  EXPECT_EQ(GoalsIn(tests), GoalsIn(found.tests));
  EXPECT_EQ(Statements(tests), Statements(Minimised(found.tests)));
}

TEST_F(MinimiserTest, WhatDoesLessInAFreshChildReturnsAsItWas) {
  SearchResult found = Run(2);
  std::erase_if(found.tests, [](const ArchivedTest& it) { return it.test.size() > 12; });
  ASSERT_FALSE(found.tests.empty());
  test::FakeExecutor leaky([&](const TestCase& test, Isolation isolation) {
    const bool is_known =
        std::ranges::find(found.tests, test, &ArchivedTest::test) != found.tests.end();
    if (isolation == Isolation::kShared || is_known) return program_.Interpret(test);
    return model::Trace{.verdict = model::Verdict::kPassed};
  });
  const auto tests = Minimise(program_.subject, leaky, found.tests, base::Deadline(clock_));
  EXPECT_EQ(GoalsIn(tests), GoalsIn(found.tests));
  std::size_t given = 0;
  for (const ArchivedTest& it : tests) {
    EXPECT_NE(std::ranges::find(found.tests, it.test, &ArchivedTest::test), found.tests.end());
    given += it.goals.size();
  }
  EXPECT_EQ(given, GoalsIn(tests).size()) << "each goal is one test's";
}

TEST_F(MinimiserTest, LosesWhatOnlyManyCallsThatHaveNothingToDoWithItCover) {
  ArchivedTest found = Run(2).tests.front();
  ArchivedTest lengthy = found;
  lengthy.test.statements.clear();
  for (int copy = 0; copy < 12; ++copy) {
    const auto shift = lengthy.test.size();
    for (model::Statement statement : found.test.statements) {
      for (auto& operand : statement.operands) {
        operand = static_cast<model::VariableIndex>(operand + shift);
      }
      lengthy.test.statements.push_back(statement);
    }
  }
  // Whatever is shorter does nothing.
  test::FakeExecutor lasting([&](const TestCase& test, Isolation) {
    if (test == lengthy.test) return program_.Interpret(test);
    return model::Trace{.verdict = model::Verdict::kPassed};
  });
  EXPECT_THAT(Minimise(program_.subject, lasting, {lengthy}, base::Deadline(clock_)), IsEmpty());
  const base::Deadline over = base::Deadline(clock_).Within(0ms);
  EXPECT_EQ(Minimise(program_.subject, lasting, {lengthy}, over).size(), 1u)
      << "without time it stays as it was";
}

TEST_F(MinimiserTest, ATestThatNoLongerShowsItsGoalsIsKeptAsItIs) {
  SearchResult found = Run(2);
  std::erase_if(found.tests, [](const ArchivedTest& it) { return it.test.size() > 12; });
  ASSERT_FALSE(found.tests.empty());
  test::FakeExecutor forgetful(
      [](const TestCase&, Isolation) { return model::Trace{.verdict = model::Verdict::kPassed}; });
  const auto tests = Minimise(program_.subject, forgetful, found.tests, base::Deadline(clock_));
  EXPECT_EQ(GoalsIn(tests), GoalsIn(found.tests));
  for (const ArchivedTest& it : tests) {
    const bool as_it_was =
        std::any_of(found.tests.begin(), found.tests.end(),
                    [&](const ArchivedTest& old) { return old.test == it.test; });
    EXPECT_TRUE(as_it_was);
  }
}

}  // namespace
}  // namespace skua::search
