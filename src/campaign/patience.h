// The end of a search that nobody paces, for a module that was searched before: it ends when the
// last quarter of all searching in the same code brought nothing, or less where campaigns before
// were fruitless; the last third, when the code changed.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "base/clock.h"
#include "search/pacer.h"

namespace skua::campaign {

class Patience final : public search::Pacer {
 public:
  static Patience WithSameCode(base::Duration searched_before, uint32_t fruitless) {
    return {searched_before, 4, 1 + fruitless};
  }
  static Patience WithChangedCode() { return {base::Duration{}, 3, 1}; }

  base::Duration granted() const override { return granted_; }
  bool Suspend(const search::SearchProgress& progress) override {
    const base::Duration most = std::max(kLeast, (before_ + progress.searched) / part_) / divisor_;
    const base::Duration left = most - progress.since_gain;
    granted_ = progress.searched + std::clamp(left, kLeastInterval, kInterval);
    return left > base::Duration::zero();
  }

 private:
  static constexpr base::Duration kInterval = std::chrono::milliseconds(500);
  static constexpr base::Duration kLeastInterval = std::chrono::milliseconds(50);
  static constexpr base::Duration kLeast = std::chrono::milliseconds(750);

  Patience(base::Duration before, int part, uint32_t divisor)
      : before_(before), part_(part), divisor_(divisor) {}

  base::Duration before_;
  int part_;
  uint32_t divisor_;
  base::Duration granted_ = kInterval;
};

}  // namespace skua::campaign
