// Estimates the budget that would have sufficed, from the time at which each module's search last
// gained a goal.
//
// Only the last gain of each module is timed, not each goal. So a module counts as done after a
// search of length x if its last gain is before x, with all of its covered goals; x is the smallest
// length at which the done modules hold the wanted share of all covered goals. With every search
// cut to x, and everything else (start, loading, oracle, closing) unchanged, the run would have
// taken used - sum(used_i)/jobs + sum(used_i - search_i + min(search_i, x))/jobs. The estimate is
// an upper bound, as modules that are not done by x found goals before x, too. It says nothing
// about goals that no search has found yet; `still_gaining` does.
#pragma once

#include <cstddef>
#include <optional>

#include "model/outcome.h"

namespace skua::report {

struct NeededBudget {
  base::Duration budget{};
  // Modules with open goals that gained in the last tenth of their search.
  std::size_t still_gaining = 0;
};

// Returns the estimate for the part `share` (up to 1) of the covered goals; nullopt if no module
// was searched.
std::optional<NeededBudget> EstimateNeededBudget(const model::RunOutcome& outcome, double share);

}  // namespace skua::report
