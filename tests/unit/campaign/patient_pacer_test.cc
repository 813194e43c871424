#include "campaign/patient_pacer.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace skua::campaign {
namespace {

using base::Duration;
using std::chrono::milliseconds;
using std::chrono::seconds;

// How long one searches that covers something new until `last_gain`, and then nothing.
Duration SearchedWith(const model::Patience& patience, Duration last_gain = {}) {
  PatientPacer pacer(patience, {});
  search::SearchProgress progress{.goals = 13};
  do {
    progress.searched = pacer.granted();
    progress.since_gain = progress.searched - std::min(progress.searched, last_gain);
  } while (pacer.Suspend(progress));
  return progress.searched;
}

TEST(PatientPacer, EndsASearchWhenItsPatienceHasRunOut) {
  const Duration third = SearchedWith({.part = 1.0 / 3}, seconds(7));
  EXPECT_GE(third, milliseconds(10'500));
  EXPECT_LE(third, seconds(11));
  const Duration quarter = SearchedWith({.searched_before = seconds(24), .part = 0.25});
  EXPECT_GE(quarter, seconds(8));  // of 32
  EXPECT_LE(quarter, milliseconds(8500));
}

TEST(PatientPacer, IsAskedOftenEnoughToEndSoonAfter) {
  const Duration searched = SearchedWith({.part = 0.25, .least_of_doubling = milliseconds(200)});
  EXPECT_GE(searched, milliseconds(760));  // 13 goals are open
  EXPECT_LE(searched, milliseconds(850));
}

TEST(PatientPacer, IsAskedNeitherAllTheTimeNorTooSeldom) {
  PatientPacer pacer({.part = 1, .least = milliseconds(510)}, {});
  EXPECT_EQ(pacer.granted(), milliseconds(500));
  EXPECT_TRUE(pacer.Suspend({.searched = milliseconds(500), .since_gain = milliseconds(500)}));
  EXPECT_EQ(pacer.granted(), milliseconds(550)) << "10 ms are left";
  EXPECT_TRUE(pacer.Suspend({.searched = seconds(9), .since_gain = {}}));
  EXPECT_EQ(pacer.granted(), milliseconds(9500)) << "9 s are left";
}

}  // namespace
}  // namespace skua::campaign
