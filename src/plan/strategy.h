// Strategies that divide a run's budget among modules: `budget.strategy`.
#pragma once

#include <cstdint>
#include <string_view>

namespace skua::plan {

enum class Strategy : uint8_t {
  kSimple,         // equal shares
  kBudget,         // a minimum for each, the rest in proportion to goals
  kSeeding,        // as simple, dependencies first
  kBudgetSeeding,  // as budget, dependencies first
  kHistory,        // as budget; changed modules count twice, fruitless ones are skipped
  kAdaptive,       // starts as history, then gives time to the largest expected gain
};

// Parses "budget-seeding" and the like. REQUIRES: one of the names of `budget.strategy`.
Strategy StrategyNamed(std::string_view name);

// Returns whether dependencies are started before the modules that import them.
constexpr bool OrdersByImports(Strategy strategy) {
  return strategy == Strategy::kSeeding || strategy == Strategy::kBudgetSeeding;
}
// Returns whether objects from tests of imported modules are inputs of a module's tests.
constexpr bool UsesPools(Strategy strategy) {
  return OrdersByImports(strategy) || strategy == Strategy::kAdaptive;
}
// Returns whether an unchanged module runs only if its earlier campaigns make a gain likely.
constexpr bool KnowsHistory(Strategy strategy) {
  return strategy == Strategy::kHistory || strategy == Strategy::kAdaptive;
}

}  // namespace skua::plan
