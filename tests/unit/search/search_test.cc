// What holds for a search whatever the algorithm, on little programs.

#include "search/search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/error.h"
#include "search/goals/goal_set.h"
#include "unit/search/toy_programs.h"

namespace skua::search {
namespace {

TEST_F(SearchTest, RandomCoversWhatIsEasyAndItsTestsAreTrue) {
  options_.algorithm = "random";
  options_.max_generations = 50;
  AddAccount(program_);
  AddStuck(program_);
  const SearchResult result = Run();
  EXPECT_GE(Count(result.covered), result.covered.size() - 2);  // one cannot be, one takes luck
  ExpectTrue(result.tests);
  EXPECT_EQ(result.generations, 50u);
}

TEST_F(SearchTest, DependsOnItsSeedAloneWhenBoundedByGenerations) {
  AddNumbers(program_);
  AddWords(program_);
  AddAccount(program_);
  options_.max_generations = 15;
  for (const std::string_view algorithm : AlgorithmNames()) {
    options_.algorithm = algorithm;
    const auto run = [&](uint64_t seed) {
      executor_.retired.clear();
      clock_.Advance(std::chrono::seconds(1));
      return Run(seed);
    };
    const SearchResult a = run(5), b = run(5), c = run(6);
    ASSERT_EQ(a.tests.size(), b.tests.size());
    for (std::size_t i = 0; i < a.tests.size(); ++i) {
      EXPECT_EQ(a.tests[i].test, b.tests[i].test);
      EXPECT_EQ(a.tests[i].goals, b.tests[i].goals);
    }
    EXPECT_EQ(a.covered, b.covered);
    EXPECT_EQ(a.executed_tests, b.executed_tests);
    const bool same = a.tests.size() == c.tests.size() &&
                      std::equal(a.tests.begin(), a.tests.end(), c.tests.begin(),
                                 [](const auto& x, const auto& y) { return x.test == y.test; });
    EXPECT_FALSE(same) << "another seed, another search";
  }
}

TEST_F(SearchTest, CallsProtectedNamesWhereNoPublicOneHasCode) {
  const auto returns = [](FakeRun&, FakeObject*, const FakeProgram::Arguments&) {
    return FakeValue{};
  };
  const auto helper = program_.CodeObject("_helper");
  const auto protected_callable =
      program_.Callable(model::CallableKind::kFunction, "_helper", helper, {}, returns);
  program_.subject.callables[protected_callable].is_protected = true;
  program_.Callable(model::CallableKind::kConstructor, "Error", model::kNoIndex, {}, returns,
                    program_.Class("Error"));
  const model::GoalIndex goal = GoalSet(program_.subject).GoalOfCodeObject(helper);
  EXPECT_TRUE(Run().covered[goal]);

  const auto code = program_.CodeObject("shown");
  program_.Callable(model::CallableKind::kFunction, "shown", code, {}, returns);
  options_.stagnation_tests = 100'000;
  options_.max_generations = 20;
  EXPECT_FALSE(Run().covered[goal]);
}

TEST_F(SearchTest, TurnsToProtectedNamesWhenNothingElseHelps) {
  const auto returns = [](FakeRun&, FakeObject*, const FakeProgram::Arguments&) {
    return FakeValue{};
  };
  std::vector<model::GoalIndex> goals;
  for (const char* name : {"_helper", "__private", "shown"}) {
    const auto code = program_.CodeObject(name);
    const auto callable =
        program_.Callable(model::CallableKind::kFunction, name, code, {}, returns);
    program_.subject.callables[callable].is_protected = name[0] == '_';
    goals.push_back(GoalSet(program_.subject).GoalOfCodeObject(code));
  }
  options_.stagnation_tests = 1000;
  const SearchResult result = Run();
  EXPECT_TRUE(result.covered[goals[0]]);
  EXPECT_FALSE(result.covered[goals[1]]) << "only its own module should use it";
}

TEST_F(SearchTest, RetiresPredicatesWhoseGoalsAreAllCovered) {
  AddAccount(program_);
  Run();
  EXPECT_EQ(executor_.retired, (std::set<model::PredicateIndex>{0, 1}));
}

TEST_F(SearchTest, KeepsPredicatesWhoseDistancesOthersNeed) {
  AddStuck(program_);
  options_.max_generations = 20;
  const SearchResult result = Run();
  EXPECT_EQ(Count(result.covered), result.covered.size() - 1);
  EXPECT_TRUE(executor_.retired.empty()) << "both lead to the branch that is missing";
}

TEST_F(SearchTest, SeedsAreExecutedFirst) {
  AddNumbers(program_);
  TestCase seed;
  seed.statements.resize(3);
  seed.statements[0].kind = seed.statements[1].kind = model::StatementKind::kInt;
  seed.statements[0].integer = 4711;
  seed.statements[1].integer = -99999;
  seed.statements[2].kind = model::StatementKind::kCall;
  seed.statements[2].operands = {0, 1};
  seed.statements[2].parameters = {0, 1};
  TestCase broken = seed;
  broken.statements[2].target = 77;
  options_.max_generations = 1;
  const SearchResult result = Run(1, std::vector{broken, seed});
  const bool kept = std::any_of(result.tests.begin(), result.tests.end(),
                                [&](const ArchivedTest& it) { return it.test == seed; });
  EXPECT_TRUE(kept);
}

TEST_F(SearchTest, StopsAtTheDeadline) {
  AddStuck(program_);
  options_.max_generations = 0;
  base::Rng rng(1);
  test::FakeExecutor slow([&](const TestCase& test, Isolation) {
    clock_.Advance(std::chrono::milliseconds(10));
    return program_.Interpret(test);
  });
  options_.algorithm = "random";
  const base::Deadline deadline = base::Deadline(clock_).Within(std::chrono::seconds(3));
  const SearchResult result = Search(program_.subject, slow, options_, {}, rng, deadline);
  EXPECT_EQ(result.executed_tests, 300u);
  EXPECT_LE(result.last_gain, std::chrono::seconds(3));
  EXPECT_GT(result.last_gain, std::chrono::seconds(0));
  EXPECT_EQ(result.execution_time, std::chrono::microseconds(300));
}

TEST_F(SearchTest, CoveredByImportAndUnreachableGoalsAreNotSearchedFor) {
  program_.subject.import_code_objects = {};
  const SearchResult result = Run();  // only the module itself, which no test enters
  EXPECT_EQ(Count(result.covered), 0u);
  EXPECT_EQ(result.executed_tests, 0u);
}

TEST_F(SearchTest, AnAlgorithmItDoesNotKnowIsAnError) {
  options_.algorithm = "guess";
  EXPECT_THROW(Run(), base::Error);
}

TEST_F(SearchTest, TestsThatCrashAreNeverKept) {
  AddAccount(program_);
  test::FakeExecutor crashing([&](const TestCase& test, Isolation) {
    model::Trace trace = program_.Interpret(test);
    if (test.size() % 2 == 1) trace.verdict = model::Verdict::kCrashed;
    return trace;
  });
  base::Rng rng(1);
  const auto result = Search(program_.subject, crashing, options_, {}, rng, base::Deadline(clock_));
  EXPECT_FALSE(result.tests.empty());
  for (const ArchivedTest& it : result.tests) EXPECT_EQ(it.test.size() % 2, 0u);
}

}  // namespace
}  // namespace skua::search
