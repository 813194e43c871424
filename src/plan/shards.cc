#include "plan/shards.h"

#include <algorithm>
#include <string_view>
#include <tuple>
#include <unordered_set>

#include "plan/scheduler.h"
#include "plan/whole_shares.h"

namespace skua::plan {
namespace {

using base::Duration;

struct Cost {
  Duration cost{};
  std::string_view module;
};

std::vector<Cost> CostsOf(const Plan& plan, const CostOptions& options) {
  std::vector<Cost> costs;
  costs.reserve(plan.run.size() + plan.skipped.size());
  for (const auto* modules : {&plan.run, &plan.skipped}) {
    for (const PlannedModule& module : *modules) {
      costs.push_back({ExpectedCost(module, options), module.module.name});
    }
  }
  return costs;
}

}  // namespace

Duration ExpectedCost(const PlannedModule& module, const CostOptions& options) {
  const model::TimePolicy::Cost& policy = options.policy.cost;
  const ModuleFacts& facts = module.facts;
  const bool runs = module.reason.code == model::ReasonCode::kNone;
  if (!runs || (!facts.changed() && !module.goes_on)) return {};
  // Goals covered before must be covered again in a changed module.
  const std::size_t goals = facts.changed() ? facts.goals : facts.open();
  const Duration ending = facts.ending > Duration::zero() ? facts.ending : policy.usual_ending;
  const Duration least =
      options.budget > Duration::zero()
          ? MinimumOf(facts, options.minimum, options.budget, options.policy.shares)
          : options.minimum;
  return std::max(least, ending + policy.search_per_goal * static_cast<int64_t>(goals));
}

std::vector<ShardPart> Balance(const Plan& plan, unsigned total, const CostOptions& options) {
  std::vector<Cost> costs = CostsOf(plan, options);
  std::ranges::sort(
      costs, {}, [](const Cost& entry) { return std::tuple(-entry.cost.count(), entry.module); });
  std::vector<ShardPart> parts(total);
  std::size_t turn = 0;
  for (const Cost& entry : costs) {
    if (entry.cost > Duration::zero()) {
      ShardPart& part = *std::ranges::min_element(parts, {}, &ShardPart::cost);
      part.cost += entry.cost;
      part.modules.emplace_back(entry.module);
    } else {
      parts[turn++ % total].others.emplace_back(entry.module);
    }
  }
  return parts;
}

unsigned ShardsFor(const Plan& plan, unsigned jobs, const CostOptions& options) {
  Duration cost{};
  std::size_t modules = 0;
  for (const Cost& entry : CostsOf(plan, options)) {
    cost += entry.cost;
    modules += entry.cost > Duration::zero() ? 1 : 0;
  }
  const Duration machine =
      (options.budget - ClosingReserve(options.budget, options.policy.run)) * jobs;
  const auto needed = static_cast<std::size_t>((cost + machine - Duration(1)) / machine);
  return static_cast<unsigned>(std::max<std::size_t>(std::min(needed, modules), 1));
}

void Restrict(const ShardPart& part, Plan& plan) {
  std::unordered_set<std::string_view> own(part.modules.begin(), part.modules.end());
  own.insert(part.others.begin(), part.others.end());
  const auto is_other = [&](const PlannedModule& module) {
    return !own.contains(module.module.name);
  };
  std::erase_if(plan.run, is_other);
  std::erase_if(plan.skipped, is_other);
}

}  // namespace skua::plan
