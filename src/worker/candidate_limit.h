// How long a candidate test may run. Candidates that do not end would take most of a search, each
// its whole limit, and so would those that take many times as long as most: so they have that only
// while they have taken a small part of the time, and then as long as is generous for the others.
// Slow subjects keep their limit, since most that ends there takes long.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/clock.h"
#include "model/time_policy.h"
#include "model/trace.h"

namespace skua::worker {

class CandidateLimit {
 public:
  explicit CandidateLimit(const model::TimePolicy::Executing& policy = {}) : policy_(policy) {}

  // A candidate ran for so long. kNotRun does not count.
  void Note(model::Verdict verdict, base::Duration taken) {
    if (verdict == model::Verdict::kNotRun) return;
    if (verdict == model::Verdict::kTimedOut || (usual_count_ > 0 && taken > Generous())) {
      slow_ += taken;
    } else {
      usual_ += taken;
      ++usual_count_;
    }
  }

  // The limit of the next candidates, at most `limit`.
  base::Duration Within(base::Duration limit) const {
    if (slow_ <= model::Scaled(usual_ + slow_, policy_.slow)) return limit;
    return std::min(limit, Generous());
  }

 private:
  base::Duration Generous() const {
    const base::Duration average = usual_ / std::max<int64_t>(1, usual_count_);
    return std::max(policy_.least_test, average * policy_.generous);
  }

  const model::TimePolicy::Executing policy_;
  base::Duration slow_{};   // what candidates took that timed out, or more than is generous
  base::Duration usual_{};  // what the others took
  int64_t usual_count_ = 0;
};

}  // namespace skua::worker
