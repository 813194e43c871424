// Ends a run that hangs, whatever hangs in it: by a thread that shares nothing with the others but
// the time, so that no lock, no file and no library keeps it from that.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

#include "base/clock.h"

namespace skua::command {

class Watchdog {
 public:
  // Does what is still to be done, such as writing reports, and returns the exit code. It runs in a
  // thread of the watchdog's beside the one that hangs, and has ten seconds.
  using LastWords = std::function<int()>;

  // An unlimited deadline is not watched. The clock is borrowed.
  Watchdog(const base::Clock& clock, const base::Deadline& deadline, base::Duration late = kLate);
  // No longer watches.
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

  // Without any the process ends with 2.
  void SetLastWords(LastWords last_words);
  // Gives the run this time from now on to close, if it has less.
  void Allow(base::Duration time);

  // A run that keeps to its budget may be so late.
  static constexpr base::Duration kLate = std::chrono::seconds(2);

 private:
  void Watch();
  [[noreturn]] static void End(const LastWords& last_words);

  const base::Clock& clock_;
  std::mutex mutex_;  // guards everything below but the thread
  std::condition_variable changed_;
  std::optional<base::TimePoint> end_;  // absent: it does not watch
  LastWords last_words_;
  std::thread thread_;
};

}  // namespace skua::command
