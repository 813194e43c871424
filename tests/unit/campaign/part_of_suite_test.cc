#include "campaign/suite/part_of_suite.h"

#include "support/matchers.h"

namespace skua::campaign {
namespace {

model::GeneratedTest Covering(std::vector<model::GoalIndex> goals) {
  return {.goals = std::move(goals)};
}

std::vector<std::size_t> FirstGoals(const model::Suite& suite) {
  std::vector<std::size_t> goals;
  for (const model::GeneratedTest& test : suite) goals.push_back(test.goals.front());
  return goals;
}

std::vector<std::size_t> FirstGoalsOfPart(model::Suite suite, std::size_t most) {
  return FirstGoals(TakeMostWorth(suite, most));
}

TEST(TakeMostWorth, TakesASuiteThatFits) {
  model::Suite suite = {Covering({1}), Covering({2})};
  EXPECT_EQ(TakeMostWorth(suite, 2).size(), 2u);
  EXPECT_TRUE(suite.empty());
}

TEST(TakeMostWorth, LeavesTheOthersInTheirOrder) {
  std::vector<search::ArchivedTest> tests(4);
  for (model::GoalIndex i = 0; i < 4; ++i) tests[i].goals = {i};
  tests[2].goals.push_back(9);
  EXPECT_EQ(TakeMostWorth(tests, 1).front().goals.front(), 2u);
  ASSERT_EQ(tests.size(), 3u);
  EXPECT_EQ(tests[1].goals.front(), 1u);
}

TEST(TakeMostWorth, PrefersWhatCoversMostThatNothingElseDoes) {
  const model::Suite suite = {Covering({1, 2}), Covering({3, 4, 5}), Covering({4, 5}),
                              Covering({6})};
  EXPECT_THAT(FirstGoalsOfPart(suite, 2), ElementsAre(1, 3));
  EXPECT_THAT(FirstGoalsOfPart(suite, 3), ElementsAre(1, 3, 6));
}

TEST(TakeMostWorth, KeepsWhatStandsAndTakesFindingsLast) {
  model::Suite suite = {Covering({1}), Covering({2}), Covering({3, 4, 5}), Covering({6})};
  suite[0].name = "test_one";
  suite[1].name = "test_two";
  suite[2].is_finding = true;
  EXPECT_THAT(FirstGoalsOfPart(suite, 1), ElementsAre(1, 2));
  EXPECT_THAT(FirstGoalsOfPart(suite, 3), ElementsAre(1, 2, 6));
}

}  // namespace
}  // namespace skua::campaign
