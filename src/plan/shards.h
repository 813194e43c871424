// Divides the modules of a plan among machines. A pure function of the plan and the configuration:
// each machine computes the same division by itself.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/clock.h"
#include "model/options/time_policy.h"
#include "plan/plan.h"

namespace skua::plan {

struct CostOptions {
  base::Duration minimum = model::TimePolicy::Shares{}.minimum;
  base::Duration budget{};  // wall clock of each machine; zero: bounded by iterations
  model::TimePolicy policy = {};
};

// Returns the expected time of a campaign on one job: a time for each goal to cover, and at least
// the minimum. Zero for a module that does not run, or that runs only because of files on this
// machine, since all machines must compute the same shards.
base::Duration ExpectedCost(const PlannedModule& module, const CostOptions& options);

struct ShardPart {
  base::Duration cost{};
  std::vector<std::string> modules;  // modules with a cost, the longest first
  std::vector<std::string> others;   // skipped modules, by name
};

// Puts each module of the plan into one of `total` parts: the longest first, into the part with the
// least time so far. Modules without cost are dealt out in turn.
std::vector<ShardPart> Balance(const Plan& plan, unsigned total, const CostOptions& options);

// Returns the number of shards that finish within the budget with `jobs` each: at least one, and at
// most one for each module that runs. REQUIRES: options.budget > 0.
unsigned ShardsFor(const Plan& plan, unsigned jobs, const CostOptions& options);

// Removes from `plan` the modules that `part` does not have.
void Restrict(const ShardPart& part, Plan& plan);

}  // namespace skua::plan
