// A clock that stands still until it is told to go on; from any thread.
#pragma once

#include <atomic>

#include "base/clock.h"

namespace skua::test {

class FakeClock final : public base::Clock {
 public:
  base::TimePoint Now() const override { return base::TimePoint(base::Duration(now_.load())); }
  void Advance(base::Duration step) { now_ += step.count(); }

 private:
  std::atomic<base::Duration::rep> now_ = base::Duration(std::chrono::hours(1)).count();
};

}  // namespace skua::test
