#include "plan/budget_allocation.h"

#include <algorithm>

namespace skua::plan {

base::Duration ClosingReserve(base::Duration budget) {
  using std::chrono::seconds;
  return std::clamp<base::Duration>(budget / 20, std::min<base::Duration>(seconds(1), budget / 4),
                                    seconds(15));
}

BudgetAllocation::BudgetAllocation(base::Deadline end, std::size_t modules, unsigned jobs,
                                   Limits limits)
    : end_(end), jobs_(jobs), limits_(limits), left_(modules) {}

std::optional<BudgetAllocation::Share> BudgetAllocation::Next() {
  const std::lock_guard guard(mutex_);
  if (end_.Expired()) return std::nullopt;
  if (end_.unlimited()) return Share{end_, {}, end_};
  const base::Duration remaining = end_.Remaining();
  // However short the budget: the first is tried.
  if (started_ && remaining < limits_.least) return std::nullopt;
  const base::Duration given = ShareOf(remaining, left_);
  started_ = true;
  left_ -= left_ > 0 ? 1 : 0;
  return Share{end_.Within(given), given, end_};
}

base::Duration BudgetAllocation::Preview() const {
  const std::lock_guard guard(mutex_);
  return end_.unlimited() ? base::Duration{} : ShareOf(end_.Remaining(), left_);
}

base::Duration BudgetAllocation::ShareOf(base::Duration remaining, std::size_t left) const {
  const std::size_t turns = std::max<std::size_t>((left + jobs_ - 1) / jobs_, 1);
  const base::Duration equal = remaining / static_cast<int64_t>(turns);
  return std::min(std::max(equal, limits_.minimum), remaining);
}

}  // namespace skua::plan
