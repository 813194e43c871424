// A clock that stands still until it is told to go on.
#pragma once

#include "base/clock.h"

namespace skua::test {

class FakeClock final : public base::Clock {
 public:
  base::TimePoint Now() const override { return now_; }
  void Advance(base::Duration step) { now_ += step; }

 private:
  base::TimePoint now_{std::chrono::hours(1)};
};

}  // namespace skua::test
