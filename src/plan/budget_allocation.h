// Divides the wall clock among campaigns: equal shares over the jobs, and what one leaves unused
// goes to those that come after it.
//
// Whoever starts next gets remaining / ceil(left / jobs), where `left` counts it and all that have
// not started: the time that remains, over the turns that one job has still to take. So all shares
// are at least budget / ceil(modules / jobs), no job idles while modules wait, and the last ends
// with the budget. When shares would become too small to get anywhere, the first ones get the
// minimum and the rest is left for the next run, in which they come first.
#pragma once

#include <cstddef>
#include <mutex>
#include <optional>

#include "base/clock.h"

namespace skua::plan {

// To be kept back for what follows the campaigns: the closing pytest run, reports, state.
base::Duration ClosingReserve(base::Duration budget);

class BudgetAllocation {
 public:
  struct Share {
    base::Deadline deadline;
    base::Duration given{};  // zero when the deadline is unlimited
    // The end of all shares: what was found may be finished at the expense of those that follow.
    base::Deadline latest;
  };
  struct Limits {
    base::Duration minimum = std::chrono::seconds(3);  // a share that can get somewhere
    base::Duration least = std::chrono::seconds(1);  // with less left, nothing is started any more
  };

  // `end` is the run's deadline less the reserve; unlimited: so is every share.
  // REQUIRES: jobs > 0.
  BudgetAllocation(base::Deadline end, std::size_t modules, unsigned jobs)
      : BudgetAllocation(end, modules, jobs, Limits{}) {}
  BudgetAllocation(base::Deadline end, std::size_t modules, unsigned jobs, Limits limits);

  // For the campaign that starts now; nothing when the budget is used up (SKUA-N202) or the run was
  // interrupted. Called once a module, from any thread.
  std::optional<Share> Next();

  // What the first would get, for `skua plan`.
  base::Duration Preview() const;

 private:
  base::Duration ShareOf(base::Duration remaining, std::size_t left) const;

  const base::Deadline end_;
  const unsigned jobs_;
  const Limits limits_;
  mutable std::mutex mutex_;
  std::size_t left_;
  bool started_ = false;
};

}  // namespace skua::plan
