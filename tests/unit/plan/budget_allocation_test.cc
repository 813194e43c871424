#include "plan/budget_allocation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <numeric>
#include <vector>

#include "support/fake_clock.h"

namespace skua::plan {
namespace {

using base::Duration;
using std::chrono::milliseconds;
using std::chrono::seconds;
using test::FakeClock;
using testing::Each;
using testing::ElementsAre;

struct Played {
  std::vector<Duration> given;  // by order of start
  std::size_t refused = 0;
  Duration end{};  // when the last campaign ended
};

// Campaigns on `jobs` workers; campaign i uses `used(i, share)` of its share.
template <typename Used>
Played Play(Duration budget, std::size_t modules, unsigned jobs, Used used) {
  FakeClock clock;
  const base::TimePoint start = clock.Now();
  BudgetAllocation allocation(base::Deadline(clock).Within(budget), modules, jobs);
  std::vector<base::TimePoint> free(jobs, start);
  Played played;
  for (std::size_t i = 0; i < modules; ++i) {
    const auto worker = std::min_element(free.begin(), free.end());
    clock.Advance(*worker - clock.Now());
    const auto share = allocation.Next();
    if (!share) {
      ++played.refused;
      continue;
    }
    EXPECT_EQ(share->deadline.Remaining(), share->given);
    played.given.push_back(share->given);
    *worker = clock.Now() + used(i, share->given);
    played.end = std::max(played.end, *worker - start);
  }
  return played;
}

Duration All(std::size_t, Duration share) { return share; }

TEST(BudgetAllocation, GivesEqualSharesThatFillTheBudget) {
  const Played played = Play(seconds(60), 4, 2, All);
  EXPECT_THAT(played.given, Each(Duration(seconds(30))));
  EXPECT_EQ(played.end, seconds(60));
}

TEST(BudgetAllocation, LeavesNoJobIdleWhenTheModulesDoNotDivideEvenly) {
  EXPECT_THAT(Play(seconds(60), 3, 2, All).given,
              ElementsAre(seconds(30), seconds(60), seconds(30)));
  EXPECT_THAT(Play(seconds(60), 1, 2, All).given, ElementsAre(seconds(60)));
}

TEST(BudgetAllocation, GivesUnusedTimeToTheNextModules) {
  const Played played = Play(seconds(60), 3, 1, [](std::size_t i, Duration share) {
    return i == 0 ? Duration(seconds(4)) : share;
  });
  EXPECT_THAT(played.given, ElementsAre(seconds(20), seconds(28), seconds(28)));
}

TEST(BudgetAllocation, TakesBackWhatACampaignOverran) {
  const Played played = Play(seconds(60), 3, 1, [](std::size_t i, Duration share) {
    return i == 0 ? Duration(seconds(30)) : share;
  });
  EXPECT_THAT(played.given, ElementsAre(seconds(20), seconds(15), seconds(15)));
}

TEST(BudgetAllocation, NeverPromisesMoreThanTheBudget) {
  for (const unsigned jobs : {1u, 2u, 3u, 8u}) {
    for (const std::size_t modules : {1u, 2u, 7u, 40u, 300u}) {
      const Played played = Play(seconds(60), modules, jobs, All);
      EXPECT_LE(played.end, seconds(60));
      const Duration sum = std::accumulate(played.given.begin(), played.given.end(), Duration{});
      EXPECT_LE(sum, Duration(seconds(60)) * jobs);
      EXPECT_EQ(played.given.size() + played.refused, modules);
    }
  }
}

TEST(BudgetAllocation, ServesTheFirstWhenThereIsTooLittleForAll) {
  const Played played = Play(seconds(12), 100, 1, All);
  EXPECT_THAT(played.given, Each(Duration(seconds(3))));
  EXPECT_EQ(played.refused, 96u);
}

TEST(BudgetAllocation, TriesTheFirstHoweverShortTheBudget) {
  const Played played = Play(milliseconds(300), 2, 1, All);
  EXPECT_THAT(played.given, ElementsAre(milliseconds(300)));
}

TEST(BudgetAllocation, StartsNothingThatCannotGetAnywhere) {
  FakeClock clock;
  BudgetAllocation allocation(base::Deadline(clock).Within(seconds(10)), 2, 1);
  EXPECT_TRUE(allocation.Next().has_value());
  clock.Advance(milliseconds(9500));
  EXPECT_FALSE(allocation.Next().has_value());
}

TEST(BudgetAllocation, LetsAShareBeFinishedAtTheExpenseOfLaterOnes) {
  FakeClock clock;
  BudgetAllocation allocation(base::Deadline(clock).Within(seconds(40)), 4, 1);
  const auto first = allocation.Next();
  ASSERT_TRUE(first.has_value());
  EXPECT_EQ(first->given, seconds(10));
  EXPECT_EQ(first->latest.Remaining(), seconds(40));
  clock.Advance(seconds(13));
  const auto second = allocation.Next();
  ASSERT_TRUE(second.has_value());
  EXPECT_EQ(second->given, seconds(9));
}

TEST(BudgetAllocation, IsUnlimitedWithoutABudget) {
  FakeClock clock;
  BudgetAllocation allocation(base::Deadline(clock), 3, 2);
  const auto share = allocation.Next();
  ASSERT_TRUE(share.has_value());
  EXPECT_TRUE(share->deadline.unlimited());
  EXPECT_EQ(share->given, Duration{});
  EXPECT_EQ(allocation.Preview(), Duration{});
}

TEST(BudgetAllocation, EndsWhenTheRunIsInterrupted) {
  FakeClock clock;
  std::atomic<bool> interrupted = false;
  BudgetAllocation allocation(base::Deadline(clock, &interrupted), 3, 2);
  EXPECT_TRUE(allocation.Next().has_value());
  interrupted = true;
  EXPECT_FALSE(allocation.Next().has_value());
}

TEST(BudgetAllocation, PreviewsTheFirstShare) {
  FakeClock clock;
  BudgetAllocation allocation(base::Deadline(clock).Within(seconds(60)), 4, 2);
  EXPECT_EQ(allocation.Preview(), seconds(30));
  EXPECT_EQ(allocation.Next()->given, seconds(30));
}

TEST(ClosingReserve, IsAPartOfTheBudgetWithinBounds) {
  EXPECT_EQ(ClosingReserve(seconds(2)), milliseconds(500));
  EXPECT_EQ(ClosingReserve(seconds(20)), seconds(1));
  EXPECT_EQ(ClosingReserve(seconds(60)), seconds(3));
  EXPECT_EQ(ClosingReserve(std::chrono::hours(1)), seconds(15));
}

}  // namespace
}  // namespace skua::plan
