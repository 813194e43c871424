// The end of a search that nobody paces, for a module that was searched before: it ends when the
// last quarter of all searching in the same code brought nothing; the last half, when the code
// changed.
#pragma once

#include <algorithm>
#include <chrono>

#include "base/clock.h"
#include "search/pacer.h"

namespace skua::campaign {

class Patience final : public search::Pacer {
 public:
  static Patience WithSameCode(base::Duration searched_before) { return {searched_before, 4}; }
  static Patience WithChangedCode() { return {base::Duration{}, 2}; }

  base::Duration granted() const override { return granted_; }
  bool Suspend(const search::SearchProgress& progress) override {
    granted_ = progress.searched + kInterval;
    return progress.since_gain < std::max(kLeast, (before_ + progress.searched) / part_);
  }

 private:
  static constexpr base::Duration kInterval = std::chrono::milliseconds(500);
  static constexpr base::Duration kLeast = std::chrono::seconds(1);

  Patience(base::Duration before, int part) : before_(before), part_(part) {}

  base::Duration before_;
  int part_;
  base::Duration granted_ = kInterval;
};

}  // namespace skua::campaign
