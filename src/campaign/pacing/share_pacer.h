// Ends a search with a share of its own: when writing the tests found takes all of the remaining
// time, or when its patience is over.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>

#include "base/clock.h"
#include "campaign/pacing/campaign_time.h"
#include "campaign/pacing/reserves.h"
#include "model/options/patience.h"
#include "search/evaluation/pacer.h"

namespace skua::campaign {

class SharePacer final : public search::Pacer {
 public:
  // `goals`: of the search. Borrows the time, of whose share something is left.
  SharePacer(const CampaignTime& time, std::size_t goals,
             const std::optional<model::Patience>& patience)
      : time_(time), patience_(patience), until_(time.deadline()) {
    KeepBackFor({Reserves::TestsExpected(goals, time.policy().reserves)});
    Grant({}, until_.Remaining());
  }

  // The deadline of the search, as a reference, since it moves with the reserves.
  const base::Deadline& until() const { return until_; }

  base::Duration granted() const override { return granted_; }
  bool Suspend(const search::SearchProgress& progress) override {
    KeepBackFor({progress.tests, progress.tests_time});
    base::Duration left = until_.Remaining();
    if (patience_) {
      const std::size_t open = progress.goals - std::min(progress.covered, progress.goals);
      left = std::min(left, patience_->After(progress.searched, open) - progress.since_gain);
    }
    Grant(progress.searched, left);
    return left > base::Duration::zero();
  }
  bool MayWait() const override { return false; }

 private:
  void KeepBackFor(const SuiteSize& suite) {
    until_ = time_.deadline().Less(time_.reserves().AfterSearch(suite));
  }
  void Grant(base::Duration searched, base::Duration left) {
    const auto& policy = time_.policy().patience;
    granted_ = searched + std::clamp(left, policy.asked_after_least, policy.asked_after);
  }

  const CampaignTime& time_;
  const std::optional<model::Patience> patience_;
  base::Deadline until_;
  base::Duration granted_{};
};

}  // namespace skua::campaign
