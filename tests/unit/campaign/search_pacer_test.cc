#include "campaign/search_pacer.h"

#include <gtest/gtest.h>

#include "support/fake_clock.h"

namespace skua::campaign {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

// Grants a second more each time.
class FakePacing final : public Pacing {
 public:
  base::Duration granted() const override { return granted_; }
  bool Suspend(const search::SearchProgress&, base::Duration) override {
    granted_ += seconds(1);
    return true;
  }
  base::Deadline latest() const override { return latest_; }
  End EndOfSearch(base::Duration) override { return {latest_, latest_}; }
  base::Duration asleep() const override { return {}; }

 private:
  test::FakeClock clock_;
  base::Deadline latest_ = base::Deadline(clock_).Within(seconds(60));
  base::Duration granted_ = milliseconds(250);
};

TEST(SearchPacer, GivesTheFirstGenerationTimeToReplayWhatIsCarriedOver) {
  FakePacing pacing;
  SearchPacer pacer(pacing, milliseconds(100), true);
  EXPECT_EQ(pacer.until().Remaining(), milliseconds(1250));
}

TEST(SearchPacer, CutsOffLaterGenerationsALittleBehindTheirSlice) {
  FakePacing pacing;
  SearchPacer pacer(pacing, milliseconds(100), true);
  ASSERT_TRUE(pacer.Suspend({.searched = milliseconds(250)}));
  EXPECT_EQ(pacer.until().Remaining(), milliseconds(1200));
}

}  // namespace
}  // namespace skua::campaign
