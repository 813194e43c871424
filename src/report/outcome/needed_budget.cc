#include "report/outcome/needed_budget.h"

#include <algorithm>
#include <vector>

namespace skua::report {
namespace {

std::size_t CoveredGoals(const model::ModuleOutcome& module) {
  return static_cast<std::size_t>(
      std::count(module.goals.covered.begin(), module.goals.covered.end(), true));
}

// Returns the length x that the header describes.
base::Duration SearchLength(std::vector<const model::ModuleOutcome*> searched, double share) {
  std::sort(searched.begin(), searched.end(),
            [](const auto* a, const auto* b) { return a->search.last_gain < b->search.last_gain; });
  std::size_t all = 0;
  for (const auto* module : searched) all += CoveredGoals(*module);
  std::size_t done = 0;
  for (const auto* module : searched) {
    done += CoveredGoals(*module);
    if (static_cast<double>(done) >= share * static_cast<double>(all))
      return module->search.last_gain;
  }
  return searched.back()->search.last_gain;
}

}  // namespace

std::optional<NeededBudget> EstimateNeededBudget(const model::RunOutcome& outcome, double share) {
  std::vector<const model::ModuleOutcome*> searched;
  for (const auto& module : outcome.modules) {
    if (module.search.time > base::Duration::zero()) searched.push_back(&module);
  }
  if (searched.empty()) return std::nullopt;

  const base::Duration length = SearchLength(searched, share);
  base::Duration spared{};
  NeededBudget needed;
  for (const auto* module : searched) {
    spared += module->search.time - std::min(module->search.time, length);
    if (module->goals.covered_count() < module->goals.count &&
        module->search.last_gain > module->search.time / 10 * 9) {
      ++needed.still_gaining;
    }
  }
  needed.budget = std::max(outcome.used - spared / std::max(outcome.jobs, 1u), length);
  return needed;
}

}  // namespace skua::report
