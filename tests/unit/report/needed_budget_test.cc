#include "report/outcome/needed_budget.h"

#include <gtest/gtest.h>

#include "unit/report/sample_run.h"

namespace skua::report {
namespace {

using std::chrono::seconds;

model::ModuleOutcome Searched(std::size_t covered, std::size_t goals, int last_gain, int search) {
  auto module = skua::testing::Generated("m", model::Change::kNew, covered, goals, {"test_a"});
  module.search.time = seconds(search);
  module.search.last_gain = seconds(last_gain);
  return module;
}

TEST(NeededBudget, IsUnknownWhenNothingWasSearched) {
  model::RunOutcome run;
  run.modules.push_back(Searched(0, 10, 0, 0));
  EXPECT_FALSE(EstimateNeededBudget(run, 0.9));
}

TEST(NeededBudget, SparesWhatTheSearchesDidAfterTheirGains) {
  model::RunOutcome run{.used = seconds(60), .jobs = 2};
  // 95 of 100 goals lie in modules that gained nothing after 10 s; the third may be cut to that.
  run.modules = {Searched(60, 60, 5, 30), Searched(35, 40, 10, 30), Searched(5, 40, 25, 30)};
  const auto needed = EstimateNeededBudget(run, 0.9);
  ASSERT_TRUE(needed);
  EXPECT_EQ(needed->budget, seconds(60 - 3 * 20 / 2));
  EXPECT_EQ(needed->still_gaining, 0u);
}

TEST(NeededBudget, CountsModulesThatCouldUseMore) {
  const model::RunOutcome run{
      .modules = {Searched(10, 20, 29, 30),  // gained at the end, goals open
                  Searched(20, 20, 3, 3),    // done: all covered
                  Searched(10, 20, 5, 30)},  // gained nothing for long
      .used = seconds(40)};
  const auto needed = EstimateNeededBudget(run, 1);
  ASSERT_TRUE(needed);
  EXPECT_EQ(needed->still_gaining, 1u);
  EXPECT_EQ(needed->budget, seconds(38));
}

TEST(NeededBudget, IsNeverLessThanTheLongestSearchItCounts) {
  model::RunOutcome run{.used = seconds(10), .jobs = 1};
  run.modules = {Searched(10, 10, 8, 30)};  // numbers that do not fit together
  EXPECT_EQ(EstimateNeededBudget(run, 0.9)->budget, seconds(8));
}

}  // namespace
}  // namespace skua::report
