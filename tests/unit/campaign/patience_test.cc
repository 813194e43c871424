#include "campaign/patience.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace skua::campaign {
namespace {

using base::Duration;
using std::chrono::milliseconds;
using std::chrono::seconds;

// How long one searches that covers something new until `last_gain`, and then nothing.
Duration SearchedWith(Patience patience, Duration last_gain = {}) {
  search::SearchProgress progress;
  do {
    progress.searched = patience.granted();
    progress.since_gain = progress.searched - std::min(progress.searched, last_gain);
  } while (patience.Suspend(progress));
  return progress.searched;
}

TEST(Patience, HasALeastThatSearchesHardlyGoBeyond) {
  for (const Patience& patience : {Patience::WithChangedCode(), Patience::WithSameCode({}, 0)}) {
    EXPECT_GE(SearchedWith(patience), milliseconds(750));
    EXPECT_LE(SearchedWith(patience), milliseconds(850));
  }
}

TEST(Patience, IsAThirdOfTheSearchInChangedCode) {
  const Duration searched = SearchedWith(Patience::WithChangedCode(), seconds(7));
  EXPECT_GE(searched, milliseconds(10'500));
  EXPECT_LE(searched, seconds(11));
}

TEST(Patience, IsAQuarterOfAllSearchingInTheSameCode) {
  const Duration searched = SearchedWith(Patience::WithSameCode(seconds(24), 0));
  EXPECT_GE(searched, seconds(8));  // of 32
  EXPECT_LE(searched, milliseconds(8500));
}

TEST(Patience, IsLessWhereCampaignsBeforeWereFruitless) {
  const Duration never = SearchedWith(Patience::WithSameCode(seconds(24), 0));
  const Duration once = SearchedWith(Patience::WithSameCode(seconds(24), 1));
  const Duration often = SearchedWith(Patience::WithSameCode(seconds(24), 9));
  EXPECT_LT(once, never / 3 * 2);
  EXPECT_LT(often, milliseconds(850));
}

}  // namespace
}  // namespace skua::campaign
