// Clock, an interface so that tests of scheduling need no real clock and no sleep, and Deadline,
// the one object that answers "stop?". Nothing else in the engine reads a clock.
#pragma once

#include <atomic>
#include <chrono>

namespace skua::base {

using Duration = std::chrono::nanoseconds;
using TimePoint = std::chrono::time_point<std::chrono::steady_clock, Duration>;

inline double Seconds(Duration duration) { return std::chrono::duration<double>(duration).count(); }

class Clock {
 public:
  virtual ~Clock() = default;
  virtual TimePoint Now() const = 0;
};

class SteadyClock final : public Clock {
 public:
  TimePoint Now() const override { return std::chrono::steady_clock::now(); }
};

// A point in time after which work stops, and a flag, set by a signal, that stops work at once.
// Cheap to copy. Borrows the clock and the flag, which must outlive it.
class Deadline {
 public:
  // Makes a deadline that never expires by time. `interrupted` may be null.
  explicit Deadline(const Clock& clock, const std::atomic<bool>* interrupted = nullptr)
      : clock_(&clock), interrupted_(interrupted), end_(TimePoint::max()) {}

  bool Expired() const { return Interrupted() || (!unlimited() && clock_->Now() >= end_); }
  bool Interrupted() const {
    return interrupted_ != nullptr && interrupted_->load(std::memory_order_relaxed);
  }
  bool unlimited() const { return end_ == TimePoint::max(); }

  // Returns zero once expired, Duration::max() when unlimited.
  Duration Remaining() const;
  TimePoint end() const { return end_; }
  const Clock& clock() const { return *clock_; }

  // Returns this deadline or `limit` from now, whichever is earlier.
  Deadline Within(Duration limit) const;
  // Returns this deadline moved earlier by `reserve`; an unlimited deadline stays unlimited.
  Deadline Less(Duration reserve) const;

 private:
  const Clock* clock_;
  const std::atomic<bool>* interrupted_;
  TimePoint end_;
};

}  // namespace skua::base
