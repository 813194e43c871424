#include "plan/adaptive_shares.h"

#include <atomic>

#include "support/matchers.h"
#include "unit/plan/simulation.h"

namespace skua::plan {
namespace {

using base::Duration;
using std::chrono::milliseconds;
using std::chrono::seconds;
using test::FakeClock;

Played Play(const std::vector<FakeCampaign>& campaigns, const std::vector<ModuleFacts>& modules,
            Duration budget, unsigned jobs, const SchedulerOptions& options = {}) {
  FakeClock clock;
  AdaptiveShares scheduler(modules, base::Deadline(clock).Within(budget), jobs, options);
  return Simulation(clock, campaigns, jobs).Play(scheduler);
}

FakeCampaign Finding(std::size_t most, Duration half_time) {
  return {.discovery = Saturating(most, half_time)};
}

// Covers at once what its tests cover, and no more.
FakeCampaign Barren() {
  return {.discovery = [](Duration) { return std::size_t{60}; }};
}

TEST(AdaptiveStrategy, EndsEveryCampaignWithinTheBudget) {
  for (const unsigned jobs : {1u, 2u, 4u}) {
    for (const std::size_t count : {1u, 2u, 5u, 12u, 40u, 150u}) {
      std::vector<FakeCampaign> campaigns;
      for (std::size_t i = 0; i < count; ++i) {
        campaigns.push_back(Finding(20 + i * 7 % 90, milliseconds(100 + 900 * (i % 5))));
        campaigns.back().ending = milliseconds(300 + 200 * (i % 7));
        campaigns.back().load = milliseconds(50 + 100 * (i % 3));
      }
      const Played played =
          Play(campaigns, std::vector<ModuleFacts>(count, Fresh()), seconds(60), jobs);
      EXPECT_LE(played.length, seconds(60)) << count << " modules on " << jobs;
      EXPECT_LE(played.UsedInAll(), Duration(seconds(60)) * jobs);
      EXPECT_LE(played.most_suspended, 4 * jobs);
      for (const std::size_t module : played.order) EXPECT_TRUE(played.ended[module]);
    }
  }
}

TEST(AdaptiveStrategy, LeavesNoTimeUnusedThatEndingsCanUse) {
  for (const unsigned jobs : {1u, 2u}) {
    std::vector<FakeCampaign> campaigns(6, Finding(100, milliseconds(1)));
    for (FakeCampaign& campaign : campaigns) campaign.uses_all = true;
    const Played played = Play(campaigns, std::vector<ModuleFacts>(6, Fresh()), seconds(60), jobs);
    EXPECT_LE(played.length, seconds(60));
    EXPECT_GE(played.UsedInAll(), Duration(seconds(60)) * jobs / 10 * 9);
    const auto [least, most] = std::ranges::minmax(played.used);
    EXPECT_LE(most, 3 * least) << "in equal parts, as far as can be known";
  }
}

TEST(AdaptiveStrategy, StartsAllThatTheBudgetSufficesFor) {
  const std::vector<FakeCampaign> campaigns(30, Finding(50, seconds(1)));
  const Played played = Play(campaigns, std::vector<ModuleFacts>(30, Fresh()), seconds(60), 2);
  EXPECT_EQ(played.order.size(), 30u);
  EXPECT_THAT(played.ended, Each(true));
}

TEST(AdaptiveStrategy, GivesEachItsMinimumFirst) {
  const std::vector<FakeCampaign> campaigns(6, Finding(50, seconds(1)));
  const Played played = Play(campaigns, std::vector<ModuleFacts>(6, Fresh()), seconds(120), 2);
  // Half of the three seconds is kept for the end of a campaign that never ran.
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(played.order[i], i);
    EXPECT_EQ(played.first_given[i], milliseconds(1500));
    EXPECT_GE(played.searched[i], milliseconds(1500));
  }
}

TEST(AdaptiveStrategy, SearchesLongestWhereMostIsFound) {
  std::vector<FakeCampaign> campaigns(6, Finding(10, milliseconds(50)));
  campaigns[4] = Finding(95, seconds(15));
  const Played played = Play(campaigns, std::vector<ModuleFacts>(6, Fresh()), seconds(90), 1);
  for (const std::size_t other : {0u, 1u, 2u, 3u, 5u}) {
    EXPECT_GT(played.searched[4], 3 * played.searched[other]);
  }
}

TEST(AdaptiveStrategy, PrefersWhatChangedAmongEquals) {
  const std::vector<FakeCampaign> campaigns(4, Finding(80, seconds(5)));
  std::vector<ModuleFacts> modules(4, Known(100, 0));
  modules[1] = modules[3] = Known(100, 0, model::Change::kUnchanged);
  const Played played = Play(campaigns, modules, seconds(60), 1);
  EXPECT_GT(played.searched[0] + played.searched[2], played.searched[1] + played.searched[3]);
}

TEST(AdaptiveStrategy, FreesWhatFullCoverageLeaves) {
  std::vector<FakeCampaign> campaigns(5, Finding(500, milliseconds(20)));  // all 100, at once
  const Played alone = Play(campaigns, std::vector<ModuleFacts>(5, Fresh()), seconds(60), 1);
  EXPECT_LT(alone.length, seconds(10));

  campaigns[0] = Finding(90, seconds(20));
  const Played played = Play(campaigns, std::vector<ModuleFacts>(5, Fresh()), seconds(60), 1);
  EXPECT_GT(played.searched[0], seconds(40));
}

TEST(AdaptiveStrategy, LeavesUnchangedModulesThatBringNothing) {
  const FakeCampaign barren = Barren();
  ModuleFacts facts = Known(100, 60, model::Change::kUnchanged);
  facts.searched = seconds(20);
  const Played played = Play({barren, barren}, {facts, facts}, seconds(300), 1);
  EXPECT_LT(played.length, seconds(30));
  EXPECT_THAT(played.ended, Each(true));
}

TEST(AdaptiveStrategy, LeavesToModulesThatRestWhatBringsNothing) {
  const std::vector<ModuleFacts> changed = {Known(100, 60)};
  const SchedulerOptions options{.resting = {9, Known(100, 60, model::Change::kUnchanged)}};
  const FakeCampaign barren = Barren();
  const Played played = Play({barren}, changed, seconds(100), 1, options);
  EXPECT_LT(played.length, seconds(12));
  EXPECT_THAT(played.ended, Each(true));
}

TEST(AdaptiveStrategy, LooksNoFurtherWhereOnlyAnImportChanged) {
  FakeCampaign barren = Barren();
  ModuleFacts facts = Known(100, 60, model::Change::kAffected);
  facts.searched = seconds(30);
  const Played played = Play({barren, barren}, {facts, facts}, seconds(300), 1);
  EXPECT_THAT(played.searched, Each(::testing::Lt(seconds(1))));
  EXPECT_THAT(played.ended, Each(true));

  barren.discovery = Saturating(100, milliseconds(100));  // it does affect this one
  const Played gaining = Play({barren, barren}, {facts, facts}, seconds(300), 1);
  EXPECT_THAT(gaining.searched, Each(::testing::Gt(seconds(5))));
}

TEST(AdaptiveStrategy, SearchesChangedCodeInVainAsLongAsThereIsSomethingToFind) {
  FakeCampaign nearly_done = Barren();
  nearly_done.goals = 63;
  const std::vector<ModuleFacts> modules = {Known(100, 60), Known(63, 60)};
  const Played played = Play({Barren(), nearly_done}, modules, seconds(300), 1);
  EXPECT_GE(played.searched[0], seconds(1));
  EXPECT_LE(played.searched[0], milliseconds(1350));
  EXPECT_LT(played.searched[1], seconds(1));
}

TEST(AdaptiveStrategy, HasLessPatienceWithImportersThatGainedNothingBefore) {
  const auto searched_after = [](uint32_t fruitless) {
    ModuleFacts facts = Known(100, 60, model::Change::kAffected);
    facts.searched = seconds(20);
    facts.late_gain = 40;  // enough to hope for more
    facts.fruitless = fruitless;
    return Play({Barren(), Barren()}, {facts, facts}, seconds(300), 1).searched[0];
  };
  EXPECT_LT(searched_after(2), searched_after(0) / 2);
}

TEST(AdaptiveStrategy, LeavesTheRestToTheEndsOfWhatChangedWhetherTestsCarryOverOrNot) {
  FakeCampaign greedy = Barren();
  greedy.uses_all = true;
  for (const ModuleFacts& facts : {Known(100, 60), Fresh()}) {
    const Played played = Play({greedy, greedy}, {facts, facts}, seconds(100), 1);
    for (std::size_t i = 0; i < 2; ++i) {
      EXPECT_GT(played.used[i], 2 * (greedy.load + played.searched[i]));
    }
  }
}

TEST(AdaptiveStrategy, EndsNewModulesWhenHalfOfTheSearchBroughtNothing) {
  const FakeCampaign barren = Barren();
  const Played played = Play({barren, barren}, {Fresh(), Fresh()}, seconds(300), 1);
  EXPECT_LT(played.length, seconds(60));
  EXPECT_GT(played.searched[0], seconds(10));
}

TEST(AdaptiveStrategy, KeepsNoMoreSuspendedThanItMay) {
  const std::vector<FakeCampaign> campaigns(20, Finding(50, seconds(2)));
  const Played played = Play(campaigns, std::vector<ModuleFacts>(20, Fresh()), seconds(200), 2,
                             {.minimum = seconds(3), .max_suspended = 3});
  EXPECT_LE(played.most_suspended, 3u);
  EXPECT_GT(played.resumed, 0u);
  EXPECT_THAT(played.ended, Each(true));
}

TEST(AdaptiveStrategy, StartsWholeWhenThereIsTooLittleForAll) {
  const std::vector<FakeCampaign> campaigns(100, Finding(50, seconds(1)));
  const Played played = Play(campaigns, std::vector<ModuleFacts>(100, Fresh()), seconds(20), 1);
  EXPECT_EQ(played.resumed, 0u);
  EXPECT_EQ(played.most_suspended, 0u);
  for (std::size_t i = 0; i < played.order.size(); ++i) EXPECT_EQ(played.order[i], i);
}

TEST(AdaptiveStrategy, SuspendsNobodyWhenThereIsAJobForEach) {
  const std::vector<FakeCampaign> campaigns(2, Finding(50, seconds(1)));
  const Played played = Play(campaigns, std::vector<ModuleFacts>(2, Fresh()), seconds(60), 2);
  EXPECT_EQ(played.resumed, 0u);
  EXPECT_GT(played.searched[1], seconds(50));
}

TEST(AdaptiveStrategy, WakesAllThatAreSuspendedWhenInterrupted) {
  FakeClock clock;
  std::atomic<bool> interrupted = false;
  AdaptiveShares scheduler(std::vector<ModuleFacts>(5, Fresh()),
                           base::Deadline(clock, &interrupted).Within(seconds(100)), 1, {});
  for (std::size_t i = 0; i < 3; ++i) {
    const Step step = scheduler.Next();
    ASSERT_EQ(step.kind, Step::Kind::kStart);
    clock.Advance(step.slice);
    scheduler.Paused(step.module, {100, 10, step.slice, {}, {}, seconds(1)});
  }
  interrupted = true;
  for (std::size_t i = 0; i < 3; ++i) {
    const Step step = scheduler.Next();
    EXPECT_EQ(step.kind, Step::Kind::kFinish);
    scheduler.Ended(step.module, seconds(2), 10);
  }
  EXPECT_EQ(scheduler.Next().kind, Step::Kind::kDone);
}

TEST(AdaptiveStrategy, LetsAnIdleJobWaitForWhatAnotherMaySuspend) {
  FakeClock clock;
  AdaptiveShares scheduler({Fresh(), Fresh(), Fresh()}, base::Deadline(clock).Within(seconds(100)),
                           2, {});
  const Step first = scheduler.Next();
  const Step second = scheduler.Next();
  EXPECT_FALSE(first.whole);
  clock.Advance(seconds(1));
  scheduler.Ended(first.module, seconds(1), 100);
  const Step third = scheduler.Next();
  EXPECT_EQ(third.kind, Step::Kind::kStart);
  scheduler.Ended(third.module, seconds(0), 100);
  EXPECT_EQ(scheduler.Next().kind, Step::Kind::kWait);
  scheduler.Ended(second.module, seconds(1), 100);
  EXPECT_EQ(scheduler.Next().kind, Step::Kind::kDone);
}

TEST(AdaptiveStrategy, SaysWhatItExpects) {
  const std::vector<FakeCampaign> campaigns(4, Finding(80, seconds(3)));
  const Played played = Play(campaigns, std::vector<ModuleFacts>(4, Fresh()), seconds(60), 1);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_GT(played.expected[i], 0);
    EXPECT_LE(played.expected[i], 200);
  }
}

}  // namespace
}  // namespace skua::plan
