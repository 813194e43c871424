// The algorithms, on little programs that a search must get through.

#include "search/search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/error.h"
#include "search/algorithms.h"
#include "search/goal_set.h"
#include "search/minimiser.h"
#include "support/fake_clock.h"
#include "support/fake_executor.h"
#include "support/fake_program.h"

namespace skua::search {
namespace {

using model::CallableKind;
using model::Isolation;
using model::TestCase;
using model::TypeKind;
using test::FakeException;
using test::FakeObject;
using test::FakeProgram;
using test::FakeRun;
using test::FakeValue;
using test::IntOf;
using test::StrOf;

// def numbers(a: int, b: int): if a == 4711: if b < a: if a + b < 3000: …
void AddNumbers(FakeProgram& program) {
  const auto code = program.CodeObject("numbers");
  const auto p = program.Nested(code, 3);
  const auto integer = program.Type(TypeKind::kInt);
  program.Callable(CallableKind::kFunction, "numbers", code,
                   {FakeProgram::Parameter("a", integer), FakeProgram::Parameter("b", integer)},
                   [p](FakeRun& run, FakeObject*, const FakeProgram::Arguments& arguments) {
                     const int64_t a = IntOf(arguments[0]), b = IntOf(arguments[1]);
                     if (run.Equal(p[0], a, 4711) && run.Less(p[1], b, a)) {
                       run.Less(p[2], a + b, 3000);
                     }
                     return FakeValue{};
                   });
}

// def words(command: str, answer): if command == "open sesame": if answer == "please": …
void AddWords(FakeProgram& program) {
  const auto code = program.CodeObject("words");
  const auto p = program.Nested(code, 2);
  program.Callable(CallableKind::kFunction, "words", code,
                   {FakeProgram::Parameter("command", program.Type(TypeKind::kStr)),
                    FakeProgram::Parameter("answer", 0)},
                   [p](FakeRun& run, FakeObject*, const FakeProgram::Arguments& arguments) {
                     if (run.Equal(p[0], StrOf(arguments[0]), "open sesame")) {
                       run.Equal(p[1], StrOf(arguments[1]), "please");
                     }
                     return FakeValue{};
                   });
}

// class Account: deposit(amount), which raises below 0; close(), which needs a balance of over 100.
void AddAccount(FakeProgram& program) {
  const auto account = program.Class("Account");
  const auto integer = program.Type(TypeKind::kInt);
  const auto init = program.CodeObject("Account.__init__");
  program.Callable(
      CallableKind::kConstructor, "Account", init, {},
      [](FakeRun&, FakeObject*, const FakeProgram::Arguments&) { return FakeValue{}; }, account);
  const auto deposit = program.CodeObject("Account.deposit");
  const auto p = program.Nested(deposit, 1);
  program.Callable(
      CallableKind::kMethod, "deposit", deposit, {FakeProgram::Parameter("amount", integer)},
      [p](FakeRun& run, FakeObject* self, const FakeProgram::Arguments& arguments) {
        const int64_t amount = IntOf(arguments[0]);
        if (run.Less(p[0], amount, 0)) throw FakeException{"builtins:ValueError"};
        self->fields["balance"] += std::min<int64_t>(amount, 40);
        return FakeValue{};
      },
      account);
  const auto close = program.CodeObject("Account.close");
  const auto q = program.Nested(close, 1);
  program.Callable(
      CallableKind::kMethod, "close", close, {},
      [q](FakeRun& run, FakeObject* self, const FakeProgram::Arguments&) {
        run.Less(q[0], 100, self->fields["balance"]);
        return FakeValue{};
      },
      account);
}

// def stuck(a: int): if a < 0: if False: …
void AddStuck(FakeProgram& program) {
  const auto code = program.CodeObject("stuck");
  const auto p = program.Nested(code, 2);
  program.Callable(CallableKind::kFunction, "stuck", code,
                   {FakeProgram::Parameter("a", program.Type(TypeKind::kInt))},
                   [p](FakeRun& run, FakeObject*, const FakeProgram::Arguments& arguments) {
                     if (run.Less(p[0], IntOf(arguments[0]), 0)) run.Flag(p[1], false);
                     return FakeValue{};
                   });
}

class SearchTest : public ::testing::Test {
 protected:
  SearchResult Run(uint64_t seed = 1, std::span<const TestCase> seeds = {}) {
    base::Rng rng(seed);
    return Search(program_.subject, executor_, options_, seeds, rng, base::Deadline(clock_));
  }

  static std::size_t Count(const std::vector<bool>& covered) {
    return static_cast<std::size_t>(std::count(covered.begin(), covered.end(), true));
  }

  // Each test, run alone, covers what is said of it, and raises when and where it says.
  void ExpectTrue(const std::vector<ArchivedTest>& tests) {
    const auto goals = model::GoalsOf(program_.subject);
    for (const ArchivedTest& it : tests) {
      const model::Trace trace = program_.Interpret(it.test);
      EXPECT_EQ(trace.verdict == model::Verdict::kRaised, it.raises);
      EXPECT_EQ(trace.executed_statements + (it.raises ? 1u : 0u), it.test.size());
      for (model::GoalIndex index : it.goals) {
        const model::Goal& goal = goals[index];
        const bool shown =
            goal.kind == model::GoalKind::kCodeObject
                ? std::count(trace.code_objects.begin(), trace.code_objects.end(), goal.index) > 0
                : std::any_of(trace.predicates.begin(), trace.predicates.end(), [&](const auto& p) {
                    return p.predicate == goal.index &&
                           (goal.kind == model::GoalKind::kTrueBranch ? p.to_true : p.to_false) ==
                               0;
                  });
        EXPECT_TRUE(shown) << "goal " << index;
      }
    }
  }

  FakeProgram program_;
  test::FakeExecutor executor_{
      [this](const TestCase& test, Isolation) { return program_.Interpret(test); }};
  test::FakeClock clock_;
  SearchOptions options_{.max_generations = 300};
};

class EvolutionTest : public SearchTest, public ::testing::WithParamInterface<const char*> {
 protected:
  EvolutionTest() { options_.algorithm = GetParam(); }

  void ExpectAllCovered() {
    for (uint64_t seed = 1; seed <= 5; ++seed) {
      executor_.retired.clear();
      const SearchResult result = Run(seed);
      EXPECT_EQ(Count(result.covered), result.covered.size()) << "seed " << seed;
      EXPECT_LT(result.generations, options_.max_generations);
      ExpectTrue(result.tests);
    }
  }
};

TEST_P(EvolutionTest, GetsThroughNestedNumbers) {
  AddNumbers(program_);
  ExpectAllCovered();
}

TEST_P(EvolutionTest, FindsTextsByOperandFeedback) {
  AddWords(program_);
  ExpectAllCovered();
}

TEST_P(EvolutionTest, BringsAnObjectIntoTheStateThatIsNeeded) {
  AddAccount(program_);
  ExpectAllCovered();
}

TEST_P(EvolutionTest, GoesOnWhenAWholePopulationCrashes) {
  AddAccount(program_);
  uint64_t left = 600;
  test::FakeExecutor crashing([&](const TestCase& test, Isolation) {
    model::Trace trace = program_.Interpret(test);
    if (left > 0) {
      --left;
      trace = {};
      trace.verdict = model::Verdict::kCrashed;
    }
    return trace;
  });
  base::Rng rng(1);
  const auto result = Search(program_.subject, crashing, options_, {}, rng, base::Deadline(clock_));
  EXPECT_EQ(Count(result.covered), result.covered.size());
}

INSTANTIATE_TEST_SUITE_P(Algorithms, EvolutionTest,
                         ::testing::Values("dynamosa", "mosa", "mio", "whole-suite"),
                         [](const auto& it) {
                           std::string name = it.param;
                           std::erase(name, '-');
                           return name;
                         });

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

TEST_F(SearchTest, LocalSearchNeedsNoOperands) {
  AddNumbers(program_);
  options_.operand_probability = options_.constant_probability = 0;
  options_.max_generations = 60;
  std::size_t with = 0, without = 0;
  for (uint64_t seed = 1; seed <= 5; ++seed) {
    for (const bool is_on : {true, false}) {
      executor_.retired.clear();
      options_.local_search_probability = is_on ? 1 : 0;
      (is_on ? with : without) += Count(Run(seed).covered);
    }
  }
  EXPECT_GT(with, without);
}

TEST_F(SearchTest, LocalSearchKeepsToItsShare) {
  AddStuck(program_);
  AddNumbers(program_);
  options_.max_generations = 40;
  options_.local_search_probability = 1;
  options_.local_search_share = 0;
  EXPECT_LE(Run().executed_tests, 40 * options_.population + 2 * options_.population);
}

TEST_F(SearchTest, EndsWhenItHasStagnated) {
  AddStuck(program_);
  options_.max_generations = 5000;
  options_.stagnation = 0.5;
  options_.stagnation_tests = 3000;
  const SearchResult ended = Run();
  EXPECT_LT(ended.generations, 5000u);
  EXPECT_GE(ended.executed_tests, 3000u) << "not before it has tried";
  executor_.retired.clear();
  options_.max_generations = ended.generations + 10;
  options_.stagnation = 0;
  EXPECT_EQ(Run().generations, options_.max_generations);
}

TEST_F(SearchTest, RestartsKeepWhatTheArchiveHas) {
  AddStuck(program_);
  AddAccount(program_);
  options_.max_generations = 100;
  options_.restart_after = 5;
  options_.restart_share = 1;
  for (const char* algorithm : {"dynamosa", "mosa", "whole-suite"}) {
    options_.algorithm = algorithm;
    executor_.retired.clear();
    const SearchResult restarted = Run();
    EXPECT_EQ(Count(restarted.covered), restarted.covered.size() - 1) << algorithm;
    ExpectTrue(restarted.tests);
    executor_.retired.clear();
    options_.restart_after = 0;
    EXPECT_NE(Run().executed_tests, restarted.executed_tests) << algorithm << " did not restart";
    options_.restart_after = 5;
  }
}

// The parameters of each algorithm change what it does.
TEST_F(SearchTest, EveryParameterIsUsed) {
  AddNumbers(program_);
  AddWords(program_);
  AddStuck(program_);
  struct Change {
    const char* algorithm;
    const char* what;
    void (*apply)(SearchOptions&);
  };
  const Change changes[] = {
      {"dynamosa", "population", [](SearchOptions& it) { it.population = 20; }},
      {"dynamosa", "crossover", [](SearchOptions& it) { it.crossover_probability = 0; }},
      {"dynamosa", "tournament", [](SearchOptions& it) { it.tournament_size = 1; }},
      {"dynamosa", "new tests", [](SearchOptions& it) { it.new_test_probability = 0; }},
      {"dynamosa", "adaptive", [](SearchOptions& it) { it.adaptive = false; }},
      {"dynamosa", "local search", [](SearchOptions& it) { it.local_search_probability = 0; }},
      {"dynamosa", "operands", [](SearchOptions& it) { it.operand_probability = 0; }},
      {"whole-suite", "suite size", [](SearchOptions& it) { it.max_suite_size = 2; }},
      {"whole-suite", "initial size", [](SearchOptions& it) { it.initial_suite_size = 2; }},
      {"mio", "tests per target",
       [](SearchOptions& it) { it.mio_exploration.tests_per_target = 2; }},
      {"mio", "random", [](SearchOptions& it) { it.mio_exploration.random_test_probability = 0; }},
      {"mio", "mutations", [](SearchOptions& it) { it.mio_exploration.mutations = 5; }},
      {"mio", "focus", [](SearchOptions& it) { it.mio_focus_at = 0; }},
      {"mio", "focused tests",
       [](SearchOptions& it) { it.mio_exploitation.tests_per_target = 20; }},
      {"mio", "focused random",
       [](SearchOptions& it) { it.mio_exploitation.random_test_probability = 1; }},
      {"mio", "focused mutations", [](SearchOptions& it) { it.mio_exploitation.mutations = 1; }},
  };
  // All that is executed, in its order.
  const auto history = [&](const SearchOptions& options) {
    std::vector<TestCase> executed;
    test::FakeExecutor recording([&](const TestCase& test, Isolation) {
      executed.push_back(test);
      return program_.Interpret(test);
    });
    base::Rng rng(1);
    Search(program_.subject, recording, options, {}, rng, base::Deadline(clock_));
    return executed;
  };
  options_.max_generations = 12;
  for (const Change& change : changes) {
    options_.algorithm = change.algorithm;
    SearchOptions changed = options_;
    change.apply(changed);
    EXPECT_NE(history(options_), history(changed)) << change.algorithm << ": " << change.what;
  }
}

TEST(MioPhaseAt, GoesFromExplorationToExploitationUntilTheFocusBegins) {
  const SearchOptions options;
  const auto start = MioPhaseAt(options, 0);
  EXPECT_EQ(start.tests_per_target, 10u);
  EXPECT_EQ(start.random_test_probability, 0.5);
  EXPECT_EQ(start.mutations, 1u);
  const auto between = MioPhaseAt(options, 0.25);
  EXPECT_EQ(between.random_test_probability, 0.25);
  EXPECT_EQ(between.mutations, 6u);
  for (const double progress : {0.5, 0.8, 1.0}) {
    const auto focused = MioPhaseAt(options, progress);
    EXPECT_EQ(focused.tests_per_target, 1u);
    EXPECT_EQ(focused.random_test_probability, 0);
    EXPECT_EQ(focused.mutations, 10u);
  }
}

TEST_F(SearchTest, GoesThroughAHelperThatNoTestCallsItself) {
  // def outer(a): if a == 77: _helper(a), which has a branch of its own
  const auto outer = program_.CodeObject("outer");
  const auto p = program_.Nested(outer, 1);
  const auto helper = program_.CodeObject("_helper");
  const auto q = program_.Nested(helper, 1);
  program_.Callable(CallableKind::kFunction, "outer", outer,
                    {FakeProgram::Parameter("a", program_.Type(TypeKind::kInt)),
                     FakeProgram::Parameter("b", program_.Type(TypeKind::kInt))},
                    [=](FakeRun& run, FakeObject*, const FakeProgram::Arguments& arguments) {
                      if (run.Equal(p[0], IntOf(arguments[0]), 77)) {
                        run.Enter(helper);
                        run.Equal(q[0], IntOf(arguments[1]), 1234);
                      }
                      return FakeValue{};
                    });
  for (const char* algorithm : {"dynamosa", "mosa", "mio", "whole-suite"}) {
    options_.algorithm = algorithm;
    executor_.retired.clear();
    const SearchResult result = Run();
    EXPECT_EQ(Count(result.covered), result.covered.size()) << algorithm;
  }
}

TEST(DescribeEffort, SharesOutTheTime) {
  SearchResult result;
  result.duration = std::chrono::seconds(2);
  result.execution_time = std::chrono::seconds(1);
  result.waiting_time = std::chrono::milliseconds(400);
  result.executed_tests = 5000;
  result.generations = 7;
  EXPECT_EQ(DescribeEffort(result),
            "searched 2000 ms: 7 generations, 5000 tests executed (2500 a second), 0 kept; 50 % of "
            "the time in the tests, 30 % in the engine, 20 % waiting");
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

// The minimiser, on what searches found.

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
    EXPECT_LE(tests.size(), found.tests.size());
    EXPECT_LT(Statements(tests), Statements(found.tests));
    std::size_t given = 0;
    for (const ArchivedTest& it : tests) {
      ASSERT_NO_THROW(CheckWellFormed(it.test, program_.subject));
      given += it.goals.size();
    }
    EXPECT_EQ(given, GoalsIn(tests).size()) << "each goal is one test's";
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
      const auto covered = goals.CoveredBy(trace);
      EXPECT_FALSE((trace.verdict == model::Verdict::kRaised) == it.raises &&
                   std::includes(covered.begin(), covered.end(), it.goals.begin(), it.goals.end()))
          << "statement " << i;
    }
  }
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

TEST_F(MinimiserTest, ATestThatNoLongerShowsItsGoalsIsKeptAsItIs) {
  const SearchResult found = Run(2);
  test::FakeExecutor forgetful([](const TestCase&, Isolation) {
    model::Trace trace;
    trace.verdict = model::Verdict::kPassed;
    return trace;
  });
  const auto tests = Minimise(program_.subject, forgetful, found.tests, base::Deadline(clock_));
  EXPECT_EQ(GoalsIn(tests), GoalsIn(found.tests));
  for (const ArchivedTest& it : tests) {
    const bool as_it_was =
        std::any_of(found.tests.begin(), found.tests.end(),
                    [&](const ArchivedTest& old) { return old.test == it.test; });
    EXPECT_TRUE(as_it_was);
  }
}

TEST_F(MinimiserTest, HalvesTextsAndDropsOptionalArguments) {
  const auto code = program_.CodeObject("relaxed");
  const auto any = program_.Type(TypeKind::kStr);
  const auto index = program_.Callable(
      CallableKind::kFunction, "relaxed", code,
      {FakeProgram::Parameter("text", any), FakeProgram::Parameter("more", any, true)},
      [](FakeRun&, FakeObject*, const FakeProgram::Arguments&) { return FakeValue{}; });
  ArchivedTest it;
  it.test.statements.resize(3);
  for (int i : {0, 1}) {
    it.test.statements[i].kind = model::StatementKind::kStr;
    it.test.statements[i].text = "a text that is long for no reason é";
  }
  it.test.statements[2].kind = model::StatementKind::kCall;
  it.test.statements[2].target = index;
  it.test.statements[2].operands = {0, 1};
  it.test.statements[2].parameters = {0, 1};
  const auto goals = model::GoalsOf(program_.subject);
  const model::Goal goal{model::GoalKind::kCodeObject, code};
  it.goals = {
      static_cast<model::GoalIndex>(std::find(goals.begin(), goals.end(), goal) - goals.begin())};
  const auto tests = Minimised({it});
  ASSERT_EQ(tests.size(), 1u);
  ASSERT_EQ(tests[0].test.size(), 2u);
  EXPECT_LE(tests[0].test.statements[0].text.size(), 2u);
  EXPECT_EQ(tests[0].test.statements[1].parameters.size(), 1u);
}

}  // namespace
}  // namespace skua::search
