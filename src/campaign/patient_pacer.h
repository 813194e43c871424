// Ends a search that nobody else paces when its patience has run out.
#pragma once

#include <algorithm>
#include <cstddef>

#include "base/clock.h"
#include "model/patience.h"
#include "search/evaluation/pacer.h"

namespace skua::campaign {

class PatientPacer final : public search::Pacer {
 public:
  PatientPacer(const model::Patience& patience, const model::TimePolicy::Patience& policy)
      : patience_(patience), policy_(policy), granted_(policy.asked_after) {}

  base::Duration granted() const override { return granted_; }
  bool Suspend(const search::SearchProgress& progress) override {
    const std::size_t open = progress.goals - std::min(progress.covered, progress.goals);
    const base::Duration left = patience_.After(progress.searched, open) - progress.since_gain;
    granted_ = progress.searched + std::clamp(left, policy_.asked_after_least, policy_.asked_after);
    return left > base::Duration::zero();
  }

 private:
  const model::Patience patience_;
  const model::TimePolicy::Patience policy_;
  base::Duration granted_;
};

}  // namespace skua::campaign
