// Runs the plan's campaigns on `jobs` threads, each with a share of the budget, while the caller's
// thread shows progress.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "model/outcome.h"
#include "plan/budget_allocation.h"
#include "plan/plan.h"

namespace skua::command {

struct PoolProgress {
  std::size_t done = 0;
  std::size_t goals = 0;  // of the modules that are done
  std::size_t covered = 0;
  std::vector<std::string> running;
};

class CampaignPool {
 public:
  // Called on a worker thread for each module: runs its campaign within the share.
  using RunModule = std::function<model::ModuleOutcome(const plan::PlannedModule&,
                                                       const plan::BudgetAllocation::Share&)>;
  // Called on a worker thread, one at a time, as each ends.
  using Finished = std::function<void(const model::ModuleOutcome&)>;
  // Called on the caller's thread a few times a second, at last when all is done.
  using Tick = std::function<void(const PoolProgress&)>;

  CampaignPool(unsigned jobs, plan::BudgetAllocation& allocation)
      : jobs_(jobs), allocation_(&allocation) {}

  // One outcome a module, in the order of `modules`. What the budget does not reach says so.
  // An exception of a callback ends the pool and is thrown here.
  std::vector<model::ModuleOutcome> Run(const std::vector<plan::PlannedModule>& modules,
                                        const base::Deadline& deadline, const RunModule& run,
                                        const Finished& finished, const Tick& tick);

 private:
  unsigned jobs_;
  plan::BudgetAllocation* allocation_;
};

// What stays of a module that is not run, for `reason`.
model::ModuleOutcome PassedOver(const plan::PlannedModule& module, model::Reason reason);

}  // namespace skua::command
