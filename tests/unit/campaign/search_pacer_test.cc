#include "campaign/pacing/search_pacer.h"

#include <gtest/gtest.h>

#include "campaign/pacing/reserves.h"
#include "support/fake_clock.h"

namespace skua::campaign {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

// Grants a second more each time.
class SetPacing final : public Pacing {
 public:
  base::Duration granted() const override { return granted_; }
  bool Suspend(const search::SearchProgress&, base::Duration reserve) override {
    reserve_ = reserve;
    granted_ += seconds(1);
    return true;
  }
  base::Deadline latest() const override { return latest_; }
  End EndOfSearch(base::Duration) override { return {latest_, latest_}; }
  base::Duration asleep() const override { return {}; }
  base::Duration reserve() const { return reserve_; }

 private:
  base::Duration reserve_{};
  test::FakeClock clock_;
  base::Deadline latest_ = base::Deadline(clock_).Within(seconds(60));
  base::Duration granted_ = milliseconds(250);
};

TEST(SearchPacer, GivesTheFirstGenerationTimeToReplayWhatIsCarriedOver) {
  SetPacing pacing;
  SearchPacer pacer(pacing, LoadTime(milliseconds(100)), true);
  EXPECT_EQ(pacer.until().Remaining(), milliseconds(1250));
}

TEST(SearchPacer, CutsOffLaterGenerationsALittleBehindTheirSlice) {
  SetPacing pacing;
  SearchPacer pacer(pacing, LoadTime(milliseconds(100)), true);
  ASSERT_TRUE(pacer.Suspend({.searched = milliseconds(250)}));
  EXPECT_EQ(pacer.until().Remaining(), milliseconds(1200));
}

TEST(SearchPacer, KeepsBackAsMuchAsAShareOfTwoFirstSlicesWould) {
  SetPacing pacing;
  SearchPacer pacer(pacing, LoadTime(milliseconds(10)), true);
  ASSERT_TRUE(
      pacer.Suspend({.goals = 90, .covered = 50, .tests = 40, .searched = milliseconds(50)}));
  EXPECT_EQ(pacing.reserve(), Reserves::AfterSearchOf(milliseconds(60), milliseconds(10 + 500),
                                                      LoadTime(milliseconds(10)),
                                                      /*judges_mutants=*/true, {40}));
}

}  // namespace
}  // namespace skua::campaign
