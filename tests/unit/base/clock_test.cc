#include "base/clock.h"

#include <gtest/gtest.h>

#include "support/fake_clock.h"

namespace skua::base {
namespace {

using namespace std::chrono_literals;

TEST(Deadline, ExpiresWhenItsTimeHasCome) {
  test::FakeClock clock;
  const Deadline deadline = Deadline(clock).Within(10s);
  EXPECT_FALSE(deadline.Expired());
  EXPECT_EQ(deadline.Remaining(), 10s);

  clock.Advance(10s - 1ns);
  EXPECT_FALSE(deadline.Expired());
  clock.Advance(1ns);
  EXPECT_TRUE(deadline.Expired());
  clock.Advance(1h);
  EXPECT_EQ(deadline.Remaining(), 0s);
}

TEST(Deadline, WithoutALimitNeverExpiresByTime) {
  test::FakeClock clock;
  const Deadline deadline(clock);
  clock.Advance(24h * 365);
  EXPECT_TRUE(deadline.unlimited());
  EXPECT_FALSE(deadline.Expired());
  EXPECT_EQ(deadline.Remaining(), Duration::max());
  EXPECT_TRUE(deadline.Less(1h).unlimited());
  EXPECT_TRUE(deadline.Within(Duration::max()).unlimited());
}

TEST(Deadline, WithinTakesTheEarlierOfTheTwo) {
  test::FakeClock clock;
  const Deadline deadline = Deadline(clock).Within(10s);
  EXPECT_EQ(deadline.Within(3s).Remaining(), 3s);
  EXPECT_EQ(deadline.Within(30s).Remaining(), 10s);
}

TEST(Deadline, LessKeepsAReserve) {
  test::FakeClock clock;
  const Deadline deadline = Deadline(clock).Within(10s).Less(4s);
  EXPECT_EQ(deadline.Remaining(), 6s);
  EXPECT_TRUE(Deadline(clock).Within(1s).Less(2s).Expired());
}

TEST(Deadline, ExpiresAtOnceWhenInterrupted) {
  test::FakeClock clock;
  std::atomic<bool> interrupted = false;
  const Deadline unlimited(clock, &interrupted);
  const Deadline limited = unlimited.Within(10s);
  EXPECT_FALSE(limited.Expired());

  interrupted = true;
  EXPECT_TRUE(unlimited.Expired());
  EXPECT_TRUE(limited.Less(1s).Expired());
  EXPECT_EQ(limited.Remaining(), 0s);
}

}  // namespace
}  // namespace skua::base
