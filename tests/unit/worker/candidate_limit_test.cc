#include "worker/candidate_limit.h"

#include <gtest/gtest.h>

namespace skua::worker {
namespace {

using model::Verdict;
using namespace std::chrono_literals;

TEST(CandidateLimitTest, IsTheWholeLimitWhileAllTestsEnd) {
  CandidateLimit limit;
  EXPECT_EQ(limit.Within(1s), 1s);
  for (int i = 0; i < 100; ++i) limit.Note(Verdict::kPassed, 1ms);
  EXPECT_EQ(limit.Within(1s), 1s);
}

TEST(CandidateLimitTest, IsGenerousForWhatEndsOnceOthersTookTooLong) {
  CandidateLimit limit;
  limit.Note(Verdict::kRaised, 20ms);
  limit.Note(Verdict::kTimedOut, 1s);
  EXPECT_EQ(limit.Within(1s), 20ms * model::TimePolicy{}.executing.generous);
  EXPECT_EQ(limit.Within(200ms), 200ms) << "never more than it was";
}

TEST(CandidateLimitTest, CountsAsSlowWhatEndsLongBehindTheOthers) {
  CandidateLimit limit;
  for (int i = 0; i < 100; ++i) limit.Note(Verdict::kPassed, 10ms);
  limit.Note(Verdict::kPassed, 900ms);
  EXPECT_EQ(limit.Within(1s), 10ms * model::TimePolicy{}.executing.generous);
  for (int i = 0; i < 1000; ++i) limit.Note(Verdict::kPassed, 10ms);
  EXPECT_EQ(limit.Within(1s), 1s) << "it took a tenth of the time at most";
}

TEST(CandidateLimitTest, IsNeverTooShortForABusyMachine) {
  CandidateLimit limit;
  limit.Note(Verdict::kPassed, 1us);
  limit.Note(Verdict::kTimedOut, 1s);
  EXPECT_EQ(limit.Within(1s), model::TimePolicy{}.executing.least_test);
}

TEST(CandidateLimitTest, IsShortForFrequentEndlessCandidates) {
  const auto policy = model::TimePolicy{}.executing;
  CandidateLimit limit;
  for (int i = 0; i < 1000; ++i) limit.Note(Verdict::kPassed, 100us);
  for (unsigned i = 1; i < policy.frequent; ++i) limit.Note(Verdict::kTimedOut, 100ms);
  EXPECT_EQ(limit.Within(1s), policy.least_test);
  limit.Note(Verdict::kTimedOut, 100ms);
  EXPECT_EQ(limit.Within(1s), policy.least_if_frequent);
}

TEST(CandidateLimitTest, StaysWholeForSlowSubjects) {
  CandidateLimit limit;
  limit.Note(Verdict::kPassed, 300ms);
  limit.Note(Verdict::kTimedOut, 1s);
  EXPECT_EQ(limit.Within(1s), 1s);
}

TEST(CandidateLimitTest, IsWholeAgainWhenOthersHaveTakenTheirTime) {
  CandidateLimit limit;
  limit.Note(Verdict::kTimedOut, 1s);
  ASSERT_LT(limit.Within(1s), 1s);
  for (int i = 0; i < 9'000; ++i) limit.Note(Verdict::kPassed, 1ms);
  EXPECT_EQ(limit.Within(1s), 1s);
}

TEST(CandidateLimitTest, DoesNotCountTestsThatDidNotRun) {
  CandidateLimit limit;
  limit.Note(Verdict::kNotRun, 10s);
  EXPECT_EQ(limit.Within(1s), 1s);
}

}  // namespace
}  // namespace skua::worker
