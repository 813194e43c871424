#include "campaign/pacing/share_pacer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "support/fake_clock.h"

namespace skua::campaign {
namespace {

using base::Duration;
using std::chrono::milliseconds;
using std::chrono::seconds;

class SharePacerTest : public ::testing::Test {
 protected:
  // For `share` from now, of which loading takes nothing.
  CampaignTime& Time(Duration share) {
    const base::Deadline end = base::Deadline(clock_).Within(share);
    time_.emplace(end, end, /*judges_mutants=*/true, policy_);
    time_->BeginToLoad();
    time_->Loaded({}, {}, false);
    return *time_;
  }
  // How long one searches that covers something new until `last_gain`, and then nothing.
  Duration SearchedWith(const model::Patience& patience, Duration last_gain = {}) {
    SharePacer pacer(Time(seconds(1000)), 13, patience);
    const base::TimePoint start = clock_.Now();
    search::SearchProgress progress{.goals = 13};
    do {
      progress.searched = pacer.granted();
      clock_.Advance(progress.searched - (clock_.Now() - start));
      progress.since_gain = progress.searched - std::min(progress.searched, last_gain);
    } while (pacer.Suspend(progress));
    return progress.searched;
  }

  test::FakeClock clock_;
  const model::TimePolicy policy_;
  std::optional<CampaignTime> time_;
};

TEST_F(SharePacerTest, EndsASearchWhenItsPatienceHasRunOut) {
  const Duration third = SearchedWith({.part = 1.0 / 3}, seconds(7));
  EXPECT_GE(third, milliseconds(10'500));
  EXPECT_LE(third, seconds(11));
  const Duration quarter = SearchedWith({.searched_before = seconds(24), .part = 0.25});
  EXPECT_GE(quarter, seconds(8));  // of 32
  EXPECT_LE(quarter, milliseconds(8500));
}

TEST_F(SharePacerTest, IsAskedOftenEnoughToEndSoonAfter) {
  const Duration searched = SearchedWith({.part = 0.25, .least_of_doubling = milliseconds(200)});
  EXPECT_GE(searched, milliseconds(760));  // 13 goals are open
  EXPECT_LE(searched, milliseconds(850));
}

TEST_F(SharePacerTest, IsAskedNeitherAllTheTimeNorTooSeldom) {
  const model::Patience patience{.part = 1, .least = milliseconds(510)};
  SharePacer pacer(Time(seconds(1000)), 13, patience);
  EXPECT_EQ(pacer.granted(), milliseconds(500));
  EXPECT_TRUE(pacer.Suspend({.searched = milliseconds(500), .since_gain = milliseconds(500)}));
  EXPECT_EQ(pacer.granted(), milliseconds(550)) << "10 ms are left";
  EXPECT_TRUE(pacer.Suspend({.searched = seconds(9), .since_gain = {}}));
  EXPECT_EQ(pacer.granted(), milliseconds(9500)) << "9 s are left";
}

TEST_F(SharePacerTest, LeavesTheRunWhatReportsOfManyGoalsTake) {
  CampaignTime& time = Time(seconds(60));
  time.KeepBackForReports(100'000);
  for (const base::Deadline& one : {time.deadline(), time.latest(), time.finish()}) {
    EXPECT_EQ(one.Remaining(), seconds(60) - 100'000 * policy_.campaign.reporting_goal);
  }
}

TEST_F(SharePacerTest, KeepsBackWhatTheTestsNeedThatWereFound) {
  const CampaignTime& time = Time(seconds(60));
  const auto left_for = [&](std::size_t tests) {
    return seconds(60) - time.reserves().AfterSearch({tests});
  };
  SharePacer pacer(time, 800, std::nullopt);
  EXPECT_EQ(pacer.until().Remaining(), left_for(400)) << "a test for each second goal";
  clock_.Advance(seconds(2));
  EXPECT_TRUE(pacer.Suspend({.goals = 800, .covered = 300, .tests = 100, .searched = seconds(2)}));
  EXPECT_EQ(pacer.until().Remaining(), left_for(100) - seconds(2));
  EXPECT_TRUE(pacer.Suspend({.tests = 100, .tests_time = seconds(1), .searched = seconds(2)}));
  EXPECT_EQ(pacer.until().Remaining(),
            seconds(58) - time.reserves().AfterSearch({100, seconds(1)}));
  clock_.Advance(left_for(100) - seconds(3));
  EXPECT_FALSE(pacer.Suspend({.goals = 800, .covered = 800, .tests = 700, .searched = seconds(9)}));
}

}  // namespace
}  // namespace skua::campaign
