#include "plan/shards.h"

#include <algorithm>
#include <random>
#include <set>

#include "support/matchers.h"

namespace skua::plan {
namespace {

using model::Change;
using namespace std::chrono_literals;
using base::Duration;

constexpr CostOptions kMinute{.minimum = 3s, .budget = 60s};

PlannedModule Runs(const std::string& name, std::size_t goals, Change change = Change::kNew) {
  PlannedModule module{.module = {name, name + ".py"}, .change = change};
  module.facts.change = change;
  module.facts.goals = goals;
  return module;
}

PlannedModule Skipped(const std::string& name) {
  PlannedModule module = Runs(name, 5, Change::kUnchanged);
  module.reason = {model::ReasonCode::kUnchanged, "unchanged"};
  return module;
}

Plan Of(std::vector<PlannedModule> run, std::vector<PlannedModule> skipped = {}) {
  return {std::move(run), std::move(skipped), {}};
}

TEST(ExpectedCost, GrowsWithTheGoalsThatAreToBeCovered) {
  PlannedModule module = Runs("a", 100);
  EXPECT_EQ(ExpectedCost(module, kMinute), 1s + 10s);
  module.facts.covered = 80;
  EXPECT_EQ(ExpectedCost(module, kMinute), 11s) << "all over again: it changed";
  module.facts.change = module.change = Change::kUnchanged;
  module.goes_on = true;
  EXPECT_EQ(ExpectedCost(module, kMinute), 1s + 2s);
}

TEST(ExpectedCost, TakesItsEndFromTheLastCampaign) {
  PlannedModule module = Runs("a", 100);
  module.facts.ending = 7s;
  EXPECT_EQ(ExpectedCost(module, kMinute), 17s);
}

TEST(ExpectedCost, IsNoLessThanTheMinimumWhichGrowsWithEachCampaignThatWasCutShort) {
  PlannedModule module = Runs("a", 1);
  EXPECT_EQ(ExpectedCost(module, kMinute), 3s);
  module.facts.cut_short = 2;
  EXPECT_EQ(ExpectedCost(module, kMinute), 12s);
  module.facts.cut_short = 9;
  EXPECT_EQ(ExpectedCost(module, kMinute), 30s) << "half of the budget";
  EXPECT_EQ(ExpectedCost(module, {.minimum = 3s, .budget = {}}), 3s) << "without a budget";
}

TEST(ExpectedCost, IsNothingForWhatDoesNotRunOrRunsForThisMachinesSakeAlone) {
  EXPECT_EQ(ExpectedCost(Skipped("a"), kMinute), 0s);
  PlannedModule failed_at_import_elsewhere = Runs("b", 50, Change::kUnchanged);
  EXPECT_EQ(ExpectedCost(failed_at_import_elsewhere, kMinute), 0s);
}

TEST(Balance, GivesTheLongestToWhomHasLeast) {
  const Plan plan = Of({Runs("a", 90), Runs("b", 30), Runs("c", 50), Runs("d", 60), Runs("e", 20)});
  const auto parts = Balance(plan, 2, kMinute);
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_THAT(parts[0].modules, ElementsAre("a", "b"));       // 10 + 4
  EXPECT_THAT(parts[1].modules, ElementsAre("d", "c", "e"));  // 7 + 6 + 3
  EXPECT_EQ(parts[0].cost, 14s);
  EXPECT_EQ(parts[1].cost, 16s);
}

TEST(Balance, DealsOutWhatIsPassedOver) {
  const Plan plan = Of({Runs("m", 9)}, {Skipped("a"), Skipped("b"), Skipped("c")});
  const auto parts = Balance(plan, 2, kMinute);
  EXPECT_THAT(parts[0].modules, ElementsAre("m"));
  EXPECT_THAT(parts[1].modules, IsEmpty());
  EXPECT_THAT(parts[0].others, ElementsAre("a", "c"));
  EXPECT_THAT(parts[1].others, ElementsAre("b"));
}

TEST(Balance, MayLeaveMachinesWithoutWork) {
  const auto parts = Balance(Of({}), 3, kMinute);
  ASSERT_EQ(parts.size(), 3u);
  for (const ShardPart& part : parts) EXPECT_THAT(part.modules, IsEmpty());
}

// A module that one machine runs and another does not, as it once failed at import there, is in the
// same shard for both.
TEST(Balance, DoesNotDependOnTheMachine) {
  PlannedModule rerun = Runs("b", 50, Change::kUnchanged);
  const Plan here = Of({Runs("a", 90), rerun, Runs("c", 50)}, {Skipped("d")});
  PlannedModule skipped = rerun;
  skipped.reason = {model::ReasonCode::kUnchanged, "unchanged"};
  const Plan there = Of({Runs("c", 50), Runs("a", 90)}, {skipped, Skipped("d")});
  const auto mine = Balance(here, 2, kMinute);
  const auto theirs = Balance(there, 2, kMinute);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(mine[i].modules, theirs[i].modules);
    EXPECT_EQ(mine[i].others, theirs[i].others);
  }
}

TEST(Balance, PutsEachModuleInOnePartAndNonePartFarAboveTheOthers) {
  std::mt19937 random(5);
  for (int round = 0; round < 50; ++round) {
    Plan plan;
    Duration longest{};
    for (unsigned i = 0; i < 5 + random() % 60; ++i) {
      plan.run.push_back(Runs("m" + std::to_string(i), random() % 300));
      longest = std::max(longest, ExpectedCost(plan.run.back(), kMinute));
    }
    std::ranges::shuffle(plan.run, random);
    const unsigned total = 1 + random() % 8;
    const auto parts = Balance(plan, total, kMinute);
    std::multiset<std::string> seen;
    Duration least = Duration::max();
    Duration most{};
    for (const ShardPart& part : parts) {
      seen.insert(part.modules.begin(), part.modules.end());
      least = std::min(least, part.cost);
      most = std::max(most, part.cost);
    }
    EXPECT_EQ(seen.size(), plan.run.size());
    EXPECT_EQ(std::set<std::string>(seen.begin(), seen.end()).size(), plan.run.size());
    EXPECT_LE(most - least, longest);
  }
}

struct AutoCase {
  const char* what;
  std::size_t modules;
  std::size_t goals;  // of each
  unsigned jobs;
  unsigned shards;
};

TEST(ShardsFor, IsCostThroughBudgetButAtLeastOneAndNoMoreThanModules) {
  // A machine of one job has 57 s beside the closing reserve; a module costs 1 s + goals / 10.
  const AutoCase cases[] = {
      {"nothing to do", 0, 0, 1, 1},           {"little to do", 3, 20, 1, 1},
      {"just enough", 3, 180, 1, 1},           {"a little more", 3, 181, 1, 2},
      {"the same on two jobs", 3, 181, 2, 1},  {"much", 100, 100, 2, 10},
      {"one that is too long", 1, 5000, 1, 1},
  };
  for (const AutoCase& c : cases) {
    Plan plan;
    for (std::size_t i = 0; i < c.modules; ++i) {
      plan.run.push_back(Runs("m" + std::to_string(i), c.goals));
    }
    EXPECT_EQ(ShardsFor(plan, c.jobs, kMinute), c.shards) << c.what;
  }
}

TEST(Restrict, LeavesThePartInTheOrderOfThePlan) {
  Plan plan = Of({Runs("c", 50), Runs("a", 90), Runs("b", 70)}, {Skipped("x"), Skipped("y")});
  Restrict({.cost = {}, .modules = {"b", "c"}, .others = {"y"}}, plan);
  ASSERT_EQ(plan.run.size(), 2u);
  EXPECT_EQ(plan.run[0].module.name, "c");
  EXPECT_EQ(plan.run[1].module.name, "b");
  ASSERT_EQ(plan.skipped.size(), 1u);
  EXPECT_EQ(plan.skipped[0].module.name, "y");
}

}  // namespace
}  // namespace skua::plan
