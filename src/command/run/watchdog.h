// Ends a run that hangs, by a thread that shares only the time with others, so that no lock, file
// or library can block it.
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
  // Does the remaining work, such as writing reports, and returns the exit code. Runs in a thread
  // of the watchdog, for ten seconds at most.
  using LastWords = std::function<int()>;

  // Does not watch an unlimited deadline. Borrows the clock.
  Watchdog(const base::Clock& clock, const base::Deadline& deadline, base::Duration late = kLate);
  // Stops watching.
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

  // Without last words the process ends with 2.
  void SetLastWords(LastWords last_words);
  // Gives the run at least this time from now on to close.
  void Allow(base::Duration time);

  // Most by which a run may exceed its budget.
  static constexpr base::Duration kLate = std::chrono::seconds(2);

 private:
  void Watch();
  [[noreturn]] static void End(const LastWords& last_words);

  const base::Clock& clock_;
  std::mutex mutex_;  // guards all members below but the thread
  std::condition_variable changed_;
  std::optional<base::TimePoint> end_;  // nullopt: not watching
  LastWords last_words_;
  std::thread thread_;
};

}  // namespace skua::command
