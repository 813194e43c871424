#include "report/outcome/open_goals.h"

#include <gtest/gtest.h>

#include "report/outcome/outcome_json.h"

namespace skua::report {
namespace {

using enum model::GoalKind;

// A function with two conditions, one that nothing runs, and the body of the module.
model::GoalCoverage Goals() {
  model::GoalCoverage goals{.places = {
                                {kCodeObject, false, 20, "helper"},
                                {kTrueBranch, false, 4, "split"},
                                {kFalseBranch, false, 4, "split"},
                                {kTrueBranch, false, 6, "split"},
                                {kFalseBranch, false, 6, "split"},
                                {kTrueBranch, false, 1, "<module>"},
                                {kFalseBranch, false, 1, "<module>"},
                                {kTrueBranch, false, 31, "idle"},
                                {kFalseBranch, false, 31, "idle"},
                                {kTrueBranch, true, 7, "split"},
                            }};
  goals.covered = std::vector<bool>(goals.places.size(), false);
  goals.covered[2] = true;
  goals.covered[5] = true;
  goals.count = 9;
  return goals;
}

TEST(WhyOpen, SaysWhichOutcomeAConditionAlwaysHas) {
  model::GoalCoverage goals = Goals();
  EXPECT_EQ(WhyOpen(goals, 1), "the condition is always false in generated tests");
  EXPECT_EQ(WhyOpen(goals, 6), "the condition is true where the module is imported");
  goals.covered = {false, true, false, false, false, false, false, false, false, false};
  EXPECT_EQ(WhyOpen(goals, 2), "the condition is always true in generated tests");
  EXPECT_EQ(WhyOpen(goals, 6), "importing the module does not come to the condition");
}

TEST(WhyOpen, TellsAConditionThatNoTestComesToFromAFunctionThatNoneRuns) {
  const model::GoalCoverage goals = Goals();
  EXPECT_EQ(WhyOpen(goals, 3), "no generated test comes as far as the condition");
  EXPECT_EQ(WhyOpen(goals, 4), "no generated test comes as far as the condition");
  EXPECT_EQ(WhyOpen(goals, 7), "no generated test runs idle");
  EXPECT_EQ(WhyOpen(goals, 0), "no generated test runs helper");
}

TEST(WhyOpen, DoesNotTakeAnotherConditionOfTheLineForTheSame) {
  model::GoalCoverage goals{.covered = {false, true, false},
                            .places = {{kTrueBranch, false, 4, "split"},
                                       {kTrueBranch, false, 4, "split"},
                                       {kFalseBranch, false, 4, "split"}}};
  EXPECT_EQ(WhyOpen(goals, 0), "no generated test comes as far as the condition");
}

TEST(WhyOpen, SaysWhereATestWasFoundButNotWritten) {
  model::GoalCoverage goals = Goals();
  goals.found = goals.covered;
  goals.found[3] = true;
  EXPECT_EQ(WhyOpen(goals, 3), "a test was found for it, but is not among those written");
}

TEST(WhyOpen, HasNothingToSayOfWhatIsCoveredOrOfUnknownPlaceOrABlock) {
  model::GoalCoverage goals = Goals();
  EXPECT_EQ(WhyOpen(goals, 2), "");
  EXPECT_EQ(WhyOpen(goals, 9), "");
  EXPECT_EQ(WhyOpen(goals, 99), "");
  goals.places.clear();
  EXPECT_EQ(WhyOpen(goals, 1), "");
}

TEST(WhyOpen, StandsInTheReportAndComesBackTheSame) {
  model::ModuleOutcome module{.module = {"shop.cart", "shop/cart.py"}, .goals = Goals()};
  module.goals.found = module.goals.covered;
  module.goals.found[3] = true;
  const nlohmann::json told = ModuleToJson(module);
  EXPECT_EQ(told["goals"][7]["why_open"], "no generated test runs idle");
  EXPECT_EQ(told["goals"][3]["found"], true);
  EXPECT_FALSE(told["goals"][2].contains("why_open"));
  EXPECT_FALSE(told["goals"][2].contains("found"));
  EXPECT_EQ(ModuleToJson(ModuleFromJson(told)), told);
}

}  // namespace
}  // namespace skua::report
