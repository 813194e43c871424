// How long a candidate test may run. Candidates that do not end would take most of a search, each
// its whole limit: so they have that only while they have taken a small part of the time, and then
// as long as is generous for what ends. Slow subjects keep their limit, since what ends there takes
// long, too.
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
    all_ += taken;
    if (verdict == model::Verdict::kTimedOut) {
      endless_ += taken;
    } else {
      longest_ = std::max(longest_, taken);
    }
  }

  // The limit of the next candidates, at most `limit`.
  base::Duration Within(base::Duration limit) const {
    if (endless_ <= model::Scaled(all_, policy_.endless)) return limit;
    return std::min(limit, std::max(policy_.least_test, longest_ * policy_.generous));
  }

 private:
  const model::TimePolicy::Executing policy_;
  base::Duration all_{}, endless_{};  // what all took, and those of them that timed out
  base::Duration longest_{};          // of those that ended
};

}  // namespace skua::worker
