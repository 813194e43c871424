#include "command/run/watchdog.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <stdexcept>

namespace skua::command {
namespace {

using namespace std::chrono_literals;
using ::testing::ExitedWithCode;

class WatchdogTest : public ::testing::Test {
 protected:
  // The threads of a process are not in its forks.
  WatchdogTest() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }

  const base::SteadyClock clock_;
};

// In which last words can be set also on a busy machine.
constexpr auto kTimeToBegin = 500ms;

[[noreturn]] void Hang() {
  while (true) pause();
}

TEST_F(WatchdogTest, EndsWhatHangsWithTheCodeOfItsLastWords) {
  EXPECT_EXIT(
      {
        Watchdog watchdog(clock_, base::Deadline(clock_).Within(kTimeToBegin), 1ms);
        watchdog.SetLastWords([] {
          [[maybe_unused]] const auto ignored = write(STDERR_FILENO, "written", 7);
          return 1;
        });
        watchdog.Allow(20ms);
        Hang();
      },
      ExitedWithCode(1), "what was finished by then\nwritten");
}

TEST_F(WatchdogTest, FailsWhatHasFinishedNothing) {
  EXPECT_EXIT(
      {
        const Watchdog watchdog(clock_, base::Deadline(clock_).Within(1ms), 1ms);
        Hang();
      },
      ExitedWithCode(2), "nothing was finished");
}

TEST_F(WatchdogTest, EndsAlsoWhenItsLastWordsFail) {
  EXPECT_EXIT(
      {
        Watchdog watchdog(clock_, base::Deadline(clock_).Within(kTimeToBegin), 1ms);
        watchdog.SetLastWords([]() -> int { throw std::runtime_error("disk full"); });
        Hang();
      },
      ExitedWithCode(2), "could not be written: disk full");
}

TEST_F(WatchdogTest, LeavesAloneWhatEndsInTime) {
  const auto end = base::Deadline(clock_).Within(50ms);
  { const Watchdog watchdog(clock_, end, 1ms); }
  while (!end.Expired()) usleep(1000);
  usleep(20'000);
  SUCCEED() << "this process is still there";
}

TEST_F(WatchdogTest, WaitsForAsLongAsItIsTold) {
  const auto end = base::Deadline(clock_).Within(20ms);
  Watchdog watchdog(clock_, end, 0ms);
  watchdog.Allow(1h);
  while (!end.Expired()) usleep(1000);
  usleep(20'000);
  SUCCEED() << "this process is still there";
}

TEST_F(WatchdogTest, DoesNotWatchWhatHasNoLimit) {
  const Watchdog watchdog(clock_, base::Deadline(clock_));
  SUCCEED() << "the destructor waits for no thread";
}

}  // namespace
}  // namespace skua::command
