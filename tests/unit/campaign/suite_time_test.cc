#include "campaign/suite_time.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace skua::campaign {
namespace {

using std::chrono::milliseconds;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(SuiteTime, LeavesNothingOutThatFits) {
  const std::vector<TimedTest> tests = {{"a", 0.5, 1}, {"b", 0.5, 1}};
  EXPECT_THAT(TooSlow(tests, milliseconds(1000)), IsEmpty());
  EXPECT_EQ(DescribeTooSlow(tests, {}, milliseconds(1000)), "");
}

TEST(SuiteTime, LeavesOutWhatCostsMostForWhatItIsWorth) {
  // Seconds for each goal or mutant (and one): 0.5, 0.1, 1, 0.01.
  const std::vector<TimedTest> tests = {{"a", 1, 1}, {"b", 1, 9}, {"c", 2, 1}, {"d", 0.01, 0}};
  EXPECT_THAT(TooSlow(tests, milliseconds(2500)), ElementsAre(2));
  EXPECT_THAT(TooSlow(tests, milliseconds(1500)), ElementsAre(0, 2));
  EXPECT_THAT(TooSlow(tests, milliseconds(0)), ElementsAre(0, 1, 2, 3));
  EXPECT_EQ(DescribeTooSlow(tests, TooSlow(tests, milliseconds(1500)), milliseconds(1500)),
            "left out 2 of 4 tests, which took 3 s of 4 s: a, c");
}

TEST(SuiteTime, KeepsWhatFitsOnceASlowerOneIsOut) {
  // Seconds for each goal or mutant (and one): 0.5, 0.4, 0.1.
  const std::vector<TimedTest> tests = {{"a", 1, 1}, {"b", 1.2, 2}, {"c", 10, 99}};
  EXPECT_THAT(TooSlow(tests, milliseconds(2000)), ElementsAre(0, 2));
  EXPECT_THAT(TooSlow(tests, milliseconds(2500)), ElementsAre(2));
  EXPECT_THAT(TooSlow(tests, milliseconds(1100)), ElementsAre(1, 2));
}

TEST(SuiteTime, TestsThatStandStay) {
  const std::vector<TimedTest> tests = {{"a", 3, 0, true}, {"b", 1, 5}};
  const auto left_out = TooSlow(tests, milliseconds(2000));
  EXPECT_THAT(left_out, ElementsAre(1));
  EXPECT_EQ(
      DescribeTooSlow(tests, left_out, milliseconds(2000)),
      "left out 1 of 2 tests, which took 1 s of 4 s: b; tests that stand already and findings "
      "take 3 s and stay");
}

TEST(SuiteTime, NamesOnlyAFew) {
  const std::vector<TimedTest> tests(9, {"t", 1, 0});
  const auto left_out = TooSlow(tests, milliseconds(100));
  EXPECT_EQ(DescribeTooSlow(tests, left_out, milliseconds(100)),
            "left out 9 of 9 tests, which took 9 s of 9 s: t, t, t, t, t, …");
}

}  // namespace
}  // namespace skua::campaign
