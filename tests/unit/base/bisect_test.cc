#include "base/bisect.h"

#include <algorithm>
#include <set>

#include "support/matchers.h"

namespace skua::base {
namespace {

using ::testing::Le;

TEST(FindBreaking, FindsAllThatBreakAndNoOthers) {
  for (const std::set<std::size_t>& culprits :
       {std::set<std::size_t>{}, {0}, {99}, {3, 4}, {0, 50, 99}}) {
    std::size_t trials = 0;
    const auto found = FindBreaking(100, [&](const std::vector<std::size_t>& things) {
      ++trials;
      EXPECT_TRUE(std::ranges::is_sorted(things));
      return std::ranges::none_of(things, [&](std::size_t i) { return culprits.contains(i); });
    });
    EXPECT_EQ(std::set<std::size_t>(found.begin(), found.end()), culprits);
    EXPECT_THAT(trials, Le(1 + culprits.size() * 2 * 8));
  }
}

TEST(FindBreaking, KeepsOneOfTwoThatGetIntoEachOthersWay) {
  EXPECT_THAT(FindBreaking(8,
                           [](const std::vector<std::size_t>& things) {
                             return !std::ranges::binary_search(things, 2u) ||
                                    !std::ranges::binary_search(things, 6u);
                           }),
              ElementsAre(6));
}

TEST(FindBreaking, HasNothingToFindAmongNothing) {
  EXPECT_THAT(FindBreaking(0, [](const auto&) { return false; }), IsEmpty());
}

}  // namespace
}  // namespace skua::base
