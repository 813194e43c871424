// The algorithms, on little programs that each must get through, and their parameters.

#include "search/algorithms/algorithms.h"

#include <string>

#include "support/matchers.h"
#include "unit/search/toy_programs.h"

namespace skua::search {
namespace {

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
                         ::testing::Values("dynamosa", "adynamosa", "mosa", "mio", "whole-suite"),
                         [](const auto& it) {
                           std::string name = it.param;
                           std::erase(name, '-');
                           return name;
                         });

TEST_F(SearchTest, LocalSearchNeedsNoOperands) {
  AddNumbers(program_);
  options_.operand_probability = options_.constant_probability = 0;
  options_.max_generations = 60;
  std::size_t with = 0, without = 0;
  for (uint64_t seed = 1; seed <= 3; ++seed) {
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
  options_.max_generations = 50;
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
      {"dynamosa", "preference",
       [](SearchOptions& it) { it.prefer = SearchOptions::Preference::kFast; }},
      {"adynamosa", "adaptive switch", [](SearchOptions& it) { it.adaptive_switch = false; }},
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
  options_.max_generations = 20;
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
  SearchResult result{.executed_tests = 5000,
                      .generations = 7,
                      .duration = std::chrono::seconds(2),
                      .execution_time = std::chrono::seconds(1),
                      .confirming_time = std::chrono::milliseconds(100),
                      .waiting_time = std::chrono::milliseconds(400)};
  EXPECT_EQ(DescribeEffort(result),
            "searched 2000 ms: 7 generations, 5000 tests executed (2500 a second), 0 kept; 50 % of "
            "the time in the tests, 25 % in the engine, 5 % confirming, 20 % waiting");
  result.switches = {{3, std::chrono::milliseconds(90)}};
  EXPECT_THAT(DescribeEffort(result),
              EndsWith("waiting; 1 switch, to crowding distance in generation 3 (90 ms)"));
  result.switches.push_back({5, std::chrono::milliseconds(110)});
  EXPECT_THAT(DescribeEffort(result),
              EndsWith("; 2 switches, to crowding distance in generation 3 (90 ms), to performance "
                       "in 5 (110 ms)"));
  result.switches.resize(30);
  EXPECT_THAT(DescribeEffort(result), AllOf(HasSubstr("; 30 switches, "), EndsWith(", …")));
}

}  // namespace
}  // namespace skua::search
