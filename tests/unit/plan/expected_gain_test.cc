#include "plan/expected_gain.h"

#include <gtest/gtest.h>

#include "unit/plan/simulation.h"

namespace skua::plan {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

CampaignProgress Searched(base::Duration searched, std::size_t covered,
                          std::vector<model::GainPoint> curve) {
  return {100, covered, searched, {}, std::move(curve), seconds(1)};
}

TEST(ExpectedGain, IsHalfOfWhatIsOpenInTwoFreshSeconds) {
  EXPECT_DOUBLE_EQ(ExpectedGain(Known(100, 20), nullptr, seconds(2)), 40);
}

TEST(ExpectedGain, IsThatOfTheLastDoublingForTheNext) {
  // 8 goals between 2 and 4 seconds, and the half of the prior.
  const auto progress = Searched(seconds(4), 30, {{seconds(1), 22}, {seconds(3), 30}});
  EXPECT_DOUBLE_EQ(ExpectedGain(Fresh(), &progress, seconds(4)), 8.5);
}

TEST(ExpectedGain, FallsWithTimeSearchedInVain) {
  const auto early = Searched(seconds(4), 30, {{seconds(3), 30}});
  const auto late = Searched(seconds(16), 30, {{seconds(3), 30}});
  EXPECT_GT(ExpectedGain(Fresh(), &early, seconds(1)), ExpectedGain(Fresh(), &late, seconds(1)));
  EXPECT_GT(ExpectedGain(Fresh(), &late, seconds(1)), 0);
}

TEST(ExpectedGain, NeverExceedsWhatIsOpen) {
  const auto progress = Searched(milliseconds(100), 98, {{milliseconds(80), 98}});
  EXPECT_DOUBLE_EQ(ExpectedGain(Fresh(), &progress, seconds(60)), 2);
}

TEST(ExpectedGain, IsNothingWhereNothingIsOpen) {
  const auto progress = Searched(seconds(1), 100, {{milliseconds(900), 100}});
  EXPECT_DOUBLE_EQ(ExpectedGain(Fresh(), &progress, seconds(5)), 0);
  EXPECT_DOUBLE_EQ(ExpectedGain(Known(10, 10), nullptr, seconds(5)), 0);
}

TEST(ExpectedGain, GoesOnFromEarlierCampaignsForTheSameCode) {
  ModuleFacts facts = Known(100, 50, model::Change::kUnchanged);
  facts.searched = seconds(10);
  facts.late_gain = 4;
  EXPECT_DOUBLE_EQ(ExpectedGain(facts, nullptr, seconds(10)), 4.5);
  // The tests of then, run again at once, are no gain; a quarter of the window then still counts.
  const auto progress = Searched(seconds(5), 50, {{milliseconds(10), 50}});
  EXPECT_DOUBLE_EQ(ExpectedGain(facts, &progress, seconds(15)), 4 * 0.5 + 0.5);
}

TEST(ExpectedGain, FallsWithEachFruitlessCampaign) {
  ModuleFacts facts = Known(100, 50, model::Change::kUnchanged);
  facts.searched = seconds(10);
  const double before = ExpectedGain(facts, nullptr, seconds(1));
  facts.fruitless = 1;
  EXPECT_DOUBLE_EQ(ExpectedGain(facts, nullptr, seconds(1)), before / 2);
}

TEST(Worth, IsGainASecondAndTwiceThatWhereTheCodeChanged) {
  const ModuleFacts unchanged = Known(100, 50, model::Change::kUnchanged);
  const double worth = Worth(unchanged, nullptr, seconds(2));
  EXPECT_DOUBLE_EQ(worth, ExpectedGain(unchanged, nullptr, seconds(2)) / 2);
  EXPECT_DOUBLE_EQ(Worth(Known(100, 50), nullptr, seconds(2)), 2 * worth);
}

}  // namespace
}  // namespace skua::plan
