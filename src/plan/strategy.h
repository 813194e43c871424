// How a run's budget is spent on modules: `budget.strategy`.
#pragma once

#include <cstdint>
#include <string_view>

namespace skua::plan {

enum class Strategy : uint8_t {
  kSimple,         // equal shares
  kBudget,         // a minimum each, the rest in proportion to goals
  kSeeding,        // as simple, dependencies first
  kBudgetSeeding,  // as budget, dependencies first
  kHistory,        // as budget; what changed counts twice, what brings nothing is passed over
  kAdaptive,       // starts as history, then time goes where most is gained
};

// "budget-seeding"; REQUIRES: one of the names of `budget.strategy`.
Strategy StrategyNamed(std::string_view name);

// Whether dependencies are started before what imports them.
constexpr bool OrdersByImports(Strategy strategy) {
  return strategy == Strategy::kSeeding || strategy == Strategy::kBudgetSeeding;
}
// Whether tests of what a module imports lend their objects to those of the module itself.
constexpr bool UsesPools(Strategy strategy) {
  return OrdersByImports(strategy) || strategy == Strategy::kAdaptive;
}
// Whether unchanged modules run only when earlier campaigns left something to hope for.
constexpr bool KnowsHistory(Strategy strategy) {
  return strategy == Strategy::kHistory || strategy == Strategy::kAdaptive;
}

}  // namespace skua::plan
