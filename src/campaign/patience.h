// The end of a search that nobody paces, for code that was searched before: it ends when the last
// quarter of all searching brought nothing.
#pragma once

#include <algorithm>
#include <chrono>

#include "base/clock.h"
#include "search/pacer.h"

namespace skua::campaign {

class Patience final : public search::Pacer {
 public:
  // `searched_before`: by earlier campaigns, in the same code.
  explicit Patience(base::Duration searched_before) : before_(searched_before) {}

  base::Duration granted() const override { return granted_; }
  bool Suspend(const search::SearchProgress& progress) override {
    granted_ = progress.searched + kInterval;
    return progress.since_gain < std::max(kLeast, (before_ + progress.searched) / 4);
  }

 private:
  static constexpr base::Duration kInterval = std::chrono::milliseconds(500);
  static constexpr base::Duration kLeast = std::chrono::seconds(1);

  const base::Duration before_;
  base::Duration granted_ = kInterval;
};

}  // namespace skua::campaign
