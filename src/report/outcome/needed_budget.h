// Estimates how much budget would have sufficed, from the time at which each module's search last
// gained something.
//
// For each module only the time of its last gain is known, not when it found each goal. So only
// modules whose last gain lies within a search of length x count as done by x, with all the goals
// they cover; x is the smallest length at which the done modules hold the wanted share of all
// covered goals. With every search cut to x, and everything else (start, loading, oracle, closing)
// taking what it took, the run would have taken used - sum(used_i)/jobs + sum(used_i - search_i +
// min(search_i, x))/jobs. The estimate errs on the safe side: modules that are not done by x found
// goals before x, too. It says nothing about goals that no search has found yet: `still_gaining`
// tells of those.
#pragma once

#include <cstddef>
#include <optional>

#include "model/outcome.h"

namespace skua::report {

struct NeededBudget {
  base::Duration budget{};
  std::size_t still_gaining =
      0;  // modules not fully covered that gained in the last tenth of their search
};

// The estimate for the part `share` (up to 1) of the covered goals. Nothing when no module was
// searched.
std::optional<NeededBudget> EstimateNeededBudget(const model::RunOutcome& outcome, double share);

}  // namespace skua::report
