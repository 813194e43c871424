#include "model/options/patience.h"

#include <gtest/gtest.h>

namespace skua::model {
namespace {

using namespace std::chrono_literals;

TEST(Patience, IsAPartOfAllSearchingInTheSameCode) {
  const Patience patience{.searched_before = 10s, .part = 0.25};
  EXPECT_EQ(patience.After(2s, 5), 3s);
  EXPECT_EQ(patience.After(6s, 5), 4s);
}

TEST(Patience, IsMoreWhereMoreIsOpen) {
  const Patience patience{.part = 0.25, .least_of_doubling = 200ms};
  EXPECT_EQ(patience.After(1s, 31), 1s);
  EXPECT_EQ(patience.After(1s, 7), 600ms);
  EXPECT_EQ(patience.After(1s, 0), 250ms);
}

TEST(Patience, HasALeastHoweverLittleWasSearched) {
  EXPECT_EQ((Patience{.part = 0.5, .least = 12s}.After(1s, 5)), 12s);
  EXPECT_EQ((Patience{.part = 0.5, .least = 12s}.After(40s, 5)), 20s);
}

TEST(Patience, IsLessWithEachCampaignInVain) {
  Patience patience{.searched_before = 30s, .part = 0.25, .fruitless = 2};
  EXPECT_EQ(patience.After(6s, 5), 3s);
}

}  // namespace
}  // namespace skua::model
