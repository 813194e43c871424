#include "campaign/suite/suite_time.h"

#include <numeric>

#include "support/matchers.h"

namespace skua::campaign {
namespace {

using std::chrono::milliseconds;

// So many goals that no other test covers.
std::vector<std::size_t> Own(std::size_t count) {
  static std::size_t next = 1000;
  std::vector<std::size_t> goals(count);
  std::iota(goals.begin(), goals.end(), next);
  next += count;
  return goals;
}

TEST(SuiteTime, LeavesNothingOutThatFits) {
  const std::vector<TimedTest> tests = {{"a", 0.5, Own(1)}, {"b", 0.5, Own(1)}};
  EXPECT_THAT(TooSlow(tests, milliseconds(1000)), IsEmpty());
  EXPECT_EQ(DescribeTooSlow(tests, {}, milliseconds(1000)), "");
}

TEST(SuiteTime, LeavesOutWhatCostsMostForWhatItIsWorth) {
  // Seconds for each goal: 0.5, 0.1, 1, and nothing alone.
  const std::vector<TimedTest> tests = {
      {"a", 1, Own(2)}, {"b", 1, Own(10)}, {"c", 2, Own(2)}, {"d", 0.01}};
  EXPECT_THAT(TooSlow(tests, milliseconds(2500)), ElementsAre(2));
  EXPECT_THAT(TooSlow(tests, milliseconds(1500)), ElementsAre(0, 2));
  EXPECT_THAT(TooSlow(tests, milliseconds(0)), ElementsAre(0, 1, 2, 3));
  EXPECT_EQ(DescribeTooSlow(tests, TooSlow(tests, milliseconds(1500)), milliseconds(1500)),
            "left out 2 of 4 tests, which took 3 s of 4 s: a, c");
}

TEST(SuiteTime, CountsOnlyWhatATestAloneShows) {
  // The goals of `a` are those of others, though it covers the most.
  const std::vector<TimedTest> tests = {
      {"a", 1, {1, 2, 3, 4}, {7}}, {"b", 1, {1, 2}, {7}}, {"c", 1, {3, 4, 5}}};
  EXPECT_THAT(TooSlow(tests, milliseconds(2500)), ElementsAre(0));
}

TEST(SuiteTime, CountsAgainWhenATestIsOut) {
  // Each of the two covers goal 1, and when the slower one is out, the other does so alone.
  const std::vector<TimedTest> tests = {{"a", 3, {1}}, {"b", 2, {1}}, {"c", 2, {}, {1, 2}}};
  EXPECT_THAT(TooSlow(tests, milliseconds(4500)), ElementsAre(0));
  EXPECT_THAT(TooSlow(tests, milliseconds(2500)), ElementsAre(0, 2));
}

TEST(SuiteTime, TheOnlyTestThatReachesAGoalGoesLast) {
  const std::vector<TimedTest> tests = {{"a", 2, {1}}, {"b", 1, {}, {1, 2, 3, 4, 5, 6, 7, 8}}};
  EXPECT_THAT(TooSlow(tests, milliseconds(2500)), ElementsAre(1));
  EXPECT_THAT(TooSlow(tests, milliseconds(1500)), ElementsAre(0));
}

TEST(SuiteTime, AMutantOfTwoTestsIsWorthNothingToEither) {
  const std::vector<TimedTest> tests = {
      {"a", 1, {}, {1, 2}}, {"b", 1, {}, {1, 2}}, {"c", 2, {}, {3}}};
  EXPECT_THAT(TooSlow(tests, milliseconds(3500)), ElementsAre(0));
}

TEST(SuiteTime, KeepsWhatFitsOnceASlowerOneIsOut) {
  // Seconds for each goal: 0.5, 0.4, 0.1.
  const std::vector<TimedTest> tests = {{"a", 1, Own(2)}, {"b", 1.2, Own(3)}, {"c", 10, Own(100)}};
  EXPECT_THAT(TooSlow(tests, milliseconds(2000)), ElementsAre(0, 2));
  EXPECT_THAT(TooSlow(tests, milliseconds(2500)), ElementsAre(2));
  EXPECT_THAT(TooSlow(tests, milliseconds(1100)), ElementsAre(1, 2));
}

TEST(SuiteTime, SomeTestsAreNeverLeftOut) {
  const std::vector<TimedTest> tests = {{"a", 3, {}, {}, true}, {"b", 1, Own(5)}};
  const auto left_out = TooSlow(tests, milliseconds(2000));
  EXPECT_THAT(left_out, ElementsAre(1));
  EXPECT_EQ(DescribeTooSlow(tests, left_out, milliseconds(2000)),
            "left out 1 of 2 tests, which took 1 s of 4 s: b; tests that are never left out take "
            "3 s");
}

TEST(SuiteTime, NamesOnlyAFew) {
  const std::vector<TimedTest> tests(9, {"t", 1});
  const auto left_out = TooSlow(tests, milliseconds(100));
  EXPECT_EQ(DescribeTooSlow(tests, left_out, milliseconds(100)),
            "left out 9 of 9 tests, which took 9 s of 9 s: t, t, t, t, t, …");
}

}  // namespace
}  // namespace skua::campaign
