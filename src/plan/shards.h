// Which of several machines runs which module. A pure function of the plan and the configuration,
// the same on each of them: no machine waits for another one's word.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/clock.h"
#include "model/time_policy.h"
#include "plan/plan.h"

namespace skua::plan {

struct CostOptions {
  base::Duration minimum = model::TimePolicy::Shares{}.minimum;
  base::Duration budget{};  // wall clock of each machine; zero: bounded by iterations
  model::TimePolicy policy = {};
};

// What a campaign is expected to take on one job, its ends included: a time for each goal that is
// to be covered, and no less than the minimum. None for a module that does not run, and for one
// that only runs because of what is on this machine: others must come to the same shards.
base::Duration ExpectedCost(const PlannedModule& module, const CostOptions& options);

struct ShardPart {
  base::Duration cost{};
  std::vector<std::string> modules;  // that cost something: the longest first
  std::vector<std::string> others;   // that are passed over, by name
};

// Each module of the plan in one of `total` parts: the longest first to the part that has least so
// far. What costs nothing is dealt out in turn.
std::vector<ShardPart> Balance(const Plan& plan, unsigned total, const CostOptions& options);

// As many as it takes to get through within the budget on `jobs` each: at least one, and no more
// than modules that run. REQUIRES: options.budget > 0.
unsigned ShardsFor(const Plan& plan, unsigned jobs, const CostOptions& options);

// Leaves in `plan` what `part` has.
void Restrict(const ShardPart& part, Plan& plan);

}  // namespace skua::plan
