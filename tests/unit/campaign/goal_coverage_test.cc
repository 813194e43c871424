#include "campaign/goal_coverage.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace skua::campaign {
namespace {

using ::testing::ElementsAre;

TEST(GoalsFound, AreThoseOfTheImportOfTestsAndOfEarlierCampaigns) {
  const std::vector<search::ArchivedTest> tests = {{{}, {}, {1}}, {{}, {}, {1, 3}}};
  const std::vector<bool> by_import = {true, false, false, false, false};
  EXPECT_THAT(GoalsFound(tests, by_import, {}), ElementsAre(true, true, false, true, false));
  EXPECT_THAT(GoalsFound(tests, by_import, {false, false, true, false, false}),
              ElementsAre(true, true, true, true, false));
  EXPECT_THAT(GoalsFound({}, by_import, {true, true}),  // of another version
              ElementsAre(true, false, false, false, false));
}

}  // namespace
}  // namespace skua::campaign
