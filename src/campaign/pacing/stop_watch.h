// Measures how long each pass of a campaign took, for --debug stats.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"

namespace skua::campaign {

class StopWatch {
 public:
  explicit StopWatch(const base::Clock& clock) : clock_(clock), last_(clock.Now()) {}

  base::Duration Lap(std::string_view pass) {
    const base::TimePoint now = clock_.Now();
    const base::Duration taken = now - std::exchange(last_, now);
    laps_.push_back(fmt::format("{} {} ms", pass, taken / std::chrono::milliseconds(1)));
    return taken;
  }
  // Leaves time asleep out of the present lap.
  void LeaveOut(base::Duration asleep) { last_ += asleep; }
  std::string Describe() const { return fmt::format("{}", fmt::join(laps_, ", ")); }

 private:
  const base::Clock& clock_;
  base::TimePoint last_;
  std::vector<std::string> laps_;
};

}  // namespace skua::campaign
