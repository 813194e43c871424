// The time limit of a candidate test. Endless candidates, and ones that take many times as long as
// most, would use most of a search. So they get the whole limit only while they have taken a small
// part of the time, and then a multiple of the others' time; less again once they take most of it.
// Slow subjects keep their limit, since most of their tests take long.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/clock.h"
#include "model/options/time_policy.h"
#include "model/trace.h"

namespace skua::worker {

class CandidateLimit {
 public:
  explicit CandidateLimit(const model::TimePolicy::Executing& policy = {}) : policy_(policy) {}

  // Records that a candidate ran this long; ignores kNotRun.
  void Note(model::Verdict verdict, base::Duration taken) {
    if (verdict == model::Verdict::kNotRun) return;
    if (verdict == model::Verdict::kTimedOut || (usual_count_ > 0 && taken > Generous())) {
      slow_ += taken;
      ++slow_count_;
    } else {
      usual_ += taken;
      ++usual_count_;
    }
  }

  // Returns the limit of the next candidates, at most `limit`.
  base::Duration Within(base::Duration limit) const {
    if (slow_ <= model::Scaled(usual_ + slow_, policy_.slow)) return limit;
    return std::min(limit, Generous());
  }

 private:
  base::Duration Generous() const {
    const base::Duration average = usual_ / std::max<int64_t>(1, usual_count_);
    const bool are_frequent = slow_count_ >= policy_.frequent && slow_ > usual_;
    return std::max(are_frequent ? policy_.least_if_frequent : policy_.least_test,
                    average * policy_.generous);
  }

  const model::TimePolicy::Executing policy_;
  base::Duration slow_{};   // time of candidates that timed out or took unusually long
  base::Duration usual_{};  // time of the others
  int64_t usual_count_ = 0;
  unsigned slow_count_ = 0;
};

}  // namespace skua::worker
