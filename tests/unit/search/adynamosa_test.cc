#include "search/algorithms/adynamosa.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <span>
#include <vector>

#include "unit/search/toy_programs.h"

namespace skua::search {
namespace {

using enum SecondaryHeuristic;

TEST(StagnationSwitch, BeginsWithPerformanceAndKeepsToItWhileItPays) {
  StagnationSwitch heuristic;
  for (int i = 0; i < 5; ++i) EXPECT_EQ(heuristic.Next(false), kPerformance);
}

TEST(StagnationSwitch, TurnsToTheHeuristicThatHasStagnatedLess) {
  StagnationSwitch heuristic;
  // Performance 1, crowding 0.
  EXPECT_EQ(heuristic.Next(true), kCrowdingDistance);
  // 1 and 1: of equals, performance is preferred.
  EXPECT_EQ(heuristic.Next(true), kPerformance);
  // 2 and 1.
  EXPECT_EQ(heuristic.Next(true), kCrowdingDistance);
  // 2 and 2.
  EXPECT_EQ(heuristic.Next(true), kPerformance);
}

TEST(StagnationSwitch, ForgetsTheStagnationOfAHeuristicThatPaysAgain) {
  StagnationSwitch heuristic;
  heuristic.Next(true);                                 // performance 1, crowding 0
  EXPECT_EQ(heuristic.Next(false), kCrowdingDistance);  // crowding stays and has 0
  EXPECT_EQ(heuristic.Next(true), kPerformance);        // 1 and 1
  EXPECT_EQ(heuristic.Next(false), kPerformance);       // performance has 0
  EXPECT_EQ(heuristic.Next(true), kPerformance);        // 1 and 1
  EXPECT_EQ(heuristic.Next(true), kCrowdingDistance);   // 2 and 1
}

// A function that is the slower the greater its first argument is, and whose branch depends on
// the second one alone.
void AddLoop(FakeProgram& program, model::CallableIndex& index) {
  const auto code = program.CodeObject("loop");
  const auto p = program.Nested(code, 1);
  const auto integer = program.Type(TypeKind::kInt);
  index = program.Callable(
      CallableKind::kFunction, "loop", code,
      {FakeProgram::Parameter("times", integer), FakeProgram::Parameter("b", integer)},
      [p](FakeRun& run, FakeObject*, const FakeProgram::Arguments& arguments) {
        run.Less(p[0], IntOf(arguments[1]), 0);
        return FakeValue{};
      });
}

class ADynaMosaTest : public SearchTest {
 protected:
  ADynaMosaTest() { AddLoop(program_, loop_); }

  // The trace, with a cycle for each unit of the first argument of each call.
  model::Trace Interpret(const TestCase& test) const {
    model::Trace trace = program_.Interpret(test);
    trace.cost.calls = 1;
    trace.cost.loops = static_cast<uint32_t>(CyclesOf(test));
    return trace;
  }
  int64_t CyclesOf(const TestCase& test) const {
    int64_t cycles = 0;
    for (const model::Statement& statement : test.statements) {
      if (statement.kind != model::StatementKind::kCall || statement.target != loop_) continue;
      const model::Statement& times = test.statements[statement.operands[0]];
      if (times.kind == model::StatementKind::kInt) cycles += std::max<int64_t>(times.integer, 0);
    }
    return cycles;
  }
  // The cycles of the archived tests after searches with several seeds.
  int64_t CyclesAfter(const char* algorithm, std::optional<SearchOptions::Preference> prefer = {}) {
    options_.algorithm = algorithm;
    options_.prefer = prefer;
    options_.max_generations = 30;
    int64_t cycles = 0;
    for (uint64_t seed = 1; seed <= 2; ++seed) {
      test::FakeExecutor executor(
          [this](const TestCase& test, Isolation) { return Interpret(test); });
      base::Rng rng(seed);
      const SearchResult result =
          Search(program_.subject, executor, options_, {}, rng, base::Deadline(clock_));
      for (const ArchivedTest& test : result.tests) cycles += CyclesOf(test.test);
    }
    return cycles;
  }

  model::CallableIndex loop_ = 0;
};

TEST_F(ADynaMosaTest, KeepsTestsThatRunFewerCycles) {
  AddStuck(program_);
  const int64_t by_dynamosa = CyclesAfter("dynamosa");
  EXPECT_LT(2 * CyclesAfter("adynamosa"), by_dynamosa);
}

TEST_F(ADynaMosaTest, TellsWhenItTurnedToTheOtherHeuristic) {
  AddStuck(program_);
  options_.algorithm = "adynamosa";
  options_.max_generations = 30;
  const SearchResult result = Run();
  ASSERT_FALSE(result.switches.empty()) << "nothing comes nearer to what is stuck";
  uint64_t last = 0;
  for (const HeuristicSwitch& it : result.switches) {
    EXPECT_GT(it.generation, last);
    last = it.generation;
  }
  EXPECT_LE(last, result.generations);
}

TEST_F(ADynaMosaTest, ReachesTheSwitchWithinSecondsThoughTestsAreSlow) {
  AddStuck(program_);
  options_.max_generations = 0;
  const auto search = [&](const char* algorithm, std::span<const TestCase> seeds,
                          std::vector<TestCase>& executed) {
    options_.algorithm = algorithm;
    test::FakeExecutor slow([&](const TestCase& test, Isolation) {
      clock_.Advance(std::chrono::milliseconds(200));
      executed.push_back(test);
      model::Trace trace = Interpret(test);
      trace.nanoseconds = 200'000'000;
      return trace;
    });
    base::Rng rng(1);
    return Search(program_.subject, slow, options_, seeds, rng,
                  base::Deadline(clock_).Within(std::chrono::seconds(10)));
  };
  std::vector<TestCase> executed;
  const SearchResult adaptive = search("adynamosa", {}, executed);
  EXPECT_GE(adaptive.generations, 3u);
  EXPECT_GE(adaptive.switches.size(), 1u);
  EXPECT_GE(search("dynamosa", {}, executed).generations, 3u);

  // What is carried over is executed whole, however slow it is.
  const std::vector<TestCase> seeds(executed.begin(), executed.begin() + 20);
  executed.clear();
  search("dynamosa", seeds, executed);
  ASSERT_GE(executed.size(), seeds.size());
  for (const TestCase& seed : seeds) {
    EXPECT_EQ(std::ranges::count(executed, seed) > 0, true) << "a seed was left out";
  }
}

TEST_F(ADynaMosaTest, GoesByCostAloneWithoutTheAdaptiveSwitch) {
  AddStuck(program_);
  options_.algorithm = "adynamosa";
  options_.max_generations = 30;
  options_.adaptive_switch = false;
  const SearchResult result = Run();
  EXPECT_EQ(result.generations, 30u);
  EXPECT_TRUE(result.switches.empty());
}

TEST_F(ADynaMosaTest, TheArchiveRuleServesEveryAlgorithm) {
  AddStuck(program_);
  for (const std::string_view algorithm : AlgorithmNames()) {
    const std::string name(algorithm);
    EXPECT_LT(CyclesAfter(name.c_str(), SearchOptions::Preference::kFast),
              CyclesAfter(name.c_str(), SearchOptions::Preference::kShort))
        << name;
  }
}

}  // namespace
}  // namespace skua::search
