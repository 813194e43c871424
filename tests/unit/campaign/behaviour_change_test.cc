#include "campaign/standing/behaviour_change.h"

#include <string>
#include <vector>

#include "support/matchers.h"

namespace skua::campaign {
namespace {

using model::PytestResult;
using Outcome = PytestResult::Outcome;
using Ran = PytestResult::Test;

constexpr const char* kFile = "tests/generated/test_rates.py";

Ran Ended(const std::string& name, Outcome outcome) {
  Ran test;
  test.file = kFile;
  test.name = name;
  test.outcome = outcome;
  test.line = 5;
  if (outcome != Outcome::kPassed) test.message = "test_rates.py:12: AssertionError: assert 4 == 3";
  return test;
}

Ran Misfit(const std::string& name) {
  Ran test = Ended(name, Outcome::kFailed);
  test.failure.emplace().misfit = true;
  return test;
}

class BehaviourChangeTest : public ::testing::Test {
 protected:
  // What pytest shows in one process after the other.
  BehaviourReport Look(const std::vector<std::vector<Ran>>& processes) {
    runs_ = 0;
    return FindBehaviourChanges(
        [&] { return PytestResult{.tests = processes.at(runs_++), .completed = true}; }, kFile,
        log_);
  }
  const base::Log log_{0};
  std::size_t runs_ = 0;
};

TEST_F(BehaviourChangeTest, LooksOnceWhereAllPass) {
  const BehaviourReport report = Look({{Ended("test_a", Outcome::kPassed)}});
  EXPECT_THAT(report.changes, IsEmpty());
  EXPECT_TRUE(report.runnable);
  EXPECT_TRUE(report.passed);
  EXPECT_EQ(runs_, 1u);
}

TEST_F(BehaviourChangeTest, TellsWhatFailsTwice) {
  Ran failed = Ended("test_b[1-2]", Outcome::kFailed);
  failed.failure = PytestResult::Failure{12, "quote(7)", "3", "4", "src/rates.py", 48, false};
  const BehaviourReport report = Look(
      {{Ended("test_a", Outcome::kPassed), failed}, {Ended("test_a", Outcome::kPassed), failed}});
  ASSERT_EQ(report.changes.size(), 1u);
  const model::BehaviourChange& change = report.changes[0];
  EXPECT_EQ(change.test, "test_b[1-2]");
  EXPECT_EQ(change.file, kFile);
  EXPECT_EQ(change.line, 12u);
  EXPECT_EQ(change.call, "quote(7)");
  EXPECT_EQ(change.expected, "3");
  EXPECT_EQ(change.actual, "4");
  EXPECT_EQ(change.path, "src/rates.py");
  EXPECT_EQ(change.path_line, 48u);
  EXPECT_EQ(change.message, "AssertionError: assert 4 == 3");
}

TEST_F(BehaviourChangeTest, TellsWhatIsKnownWithoutDetails) {
  const std::vector<Ran> failed = {Ended("test_a", Outcome::kError)};
  const BehaviourReport report = Look({failed, failed});
  ASSERT_EQ(report.changes.size(), 1u);
  EXPECT_EQ(report.changes[0].line, 5u);
  EXPECT_EQ(report.changes[0].path, "");
}

TEST_F(BehaviourChangeTest, TakesWhatFailsOnceForFlaky) {
  const BehaviourReport report =
      Look({{Ended("test_a", Outcome::kFailed)}, {Ended("test_a", Outcome::kPassed)}});
  EXPECT_THAT(report.changes, IsEmpty());
  EXPECT_FALSE(report.passed);
  EXPECT_EQ(report.outdated, 0u);
}

TEST_F(BehaviourChangeTest, SaysNothingOfWhatWasSeenOnceOnly) {
  EXPECT_THAT(Look({{Ended("test_a", Outcome::kFailed)}, {}}).changes, IsEmpty());
}

TEST_F(BehaviourChangeTest, CountsTestsThatDoNotFitAnyMore) {
  const BehaviourReport report = Look({{Misfit("test_a"), Ended("test_b", Outcome::kFailed)},
                                       {Misfit("test_a"), Ended("test_b", Outcome::kFailed)}});
  EXPECT_EQ(report.outdated, 1u);
  ASSERT_EQ(report.changes.size(), 1u);
  EXPECT_EQ(report.changes[0].test, "test_b");
}

TEST_F(BehaviourChangeTest, KnowsFilesThatCannotBeCollected) {
  const BehaviourReport report = Look({{Ended("", Outcome::kError)}});
  EXPECT_FALSE(report.runnable);
  EXPECT_FALSE(report.passed);
  EXPECT_THAT(report.changes, IsEmpty());
}

TEST_F(BehaviourChangeTest, LeavesAloneWhatIsExpectedToFail) {
  EXPECT_THAT(Look({{Ended("test_a", Outcome::kExpectedFailure)}}).changes, IsEmpty());
}

TEST_F(BehaviourChangeTest, KnowsATestThatPassesAlthoughItsMarkSaysThatItFails) {
  for (const char* message :
       {"[XPASS(strict)] behaviour change since abc1234: it", "Unexpected success",
        "unittest.py:366: Failed: Unexpected success"}) {
    Ran test = Ended("TestRates::test_a", Outcome::kFailed);
    test.message = message;
    const BehaviourReport report = Look({{test}, {test}});
    EXPECT_THAT(report.changes, IsEmpty()) << message;
    ASSERT_EQ(report.passed_places.size(), 1u) << message;
    EXPECT_EQ(report.passed_places[0].function, "TestRates::test_a");
  }
  Ran raising = Ended("test_a", Outcome::kFailed);
  raising.message = "test_rates.py:12: ValueError: Unexpected success";
  EXPECT_EQ(Look({{raising}, {raising}}).changes.size(), 1u);
}

}  // namespace
}  // namespace skua::campaign
