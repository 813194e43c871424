#include "campaign/part_of_suite.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace skua::campaign {
namespace {

using ::testing::ElementsAre;

model::GeneratedTest Covering(std::vector<model::GoalIndex> goals) {
  model::GeneratedTest test;
  test.goals = std::move(goals);
  return test;
}

std::vector<std::size_t> FirstGoals(const model::Suite& suite) {
  std::vector<std::size_t> goals;
  for (const model::GeneratedTest& test : suite) goals.push_back(test.goals.front());
  return goals;
}

TEST(MostWorth, LeavesASuiteThatFits) {
  EXPECT_EQ(MostWorth({Covering({1}), Covering({2})}, 2).size(), 2u);
}

TEST(MostWorth, PrefersWhatCoversMostThatNothingElseDoes) {
  const model::Suite suite = {Covering({1, 2}), Covering({3, 4, 5}), Covering({4, 5}),
                              Covering({6})};
  EXPECT_THAT(FirstGoals(MostWorth(suite, 2)), ElementsAre(1, 3));
  EXPECT_THAT(FirstGoals(MostWorth(suite, 3)), ElementsAre(1, 3, 6));
}

TEST(MostWorth, KeepsWhatStandsAndTakesFindingsLast) {
  model::Suite suite = {Covering({1}), Covering({2}), Covering({3, 4, 5}), Covering({6})};
  suite[0].name = "test_one";
  suite[1].name = "test_two";
  suite[2].is_finding = true;
  EXPECT_THAT(FirstGoals(MostWorth(suite, 1)), ElementsAre(1, 2));
  EXPECT_THAT(FirstGoals(MostWorth(suite, 3)), ElementsAre(1, 2, 6));
}

}  // namespace
}  // namespace skua::campaign
