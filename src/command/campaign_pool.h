// Runs campaigns as a plan::Scheduler says, each in a thread of its own, at most `jobs` of them at
// a time: the others sleep. The caller's thread shows progress.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/log.h"
#include "campaign/pacing.h"
#include "model/outcome.h"
#include "plan/plan.h"
#include "plan/scheduler.h"

namespace skua::command {

struct PoolProgress {
  std::size_t done = 0;
  // Of all modules; of those that did not run yet, as the plan knows them.
  std::size_t goals = 0;
  std::size_t covered = 0;
  std::vector<std::string> running;
  std::size_t suspended = 0;
};

class CampaignPool {
 public:
  // The time of one campaign; see Campaign::Run.
  struct Grant {
    base::Deadline deadline;
    base::Deadline latest;
    campaign::Pacing* pacing = nullptr;  // null: it is not suspended
  };
  // Called in a thread of the module's own: runs its campaign.
  using RunModule =
      std::function<model::ModuleOutcome(const plan::PlannedModule&, const Grant& grant)>;
  // Called one at a time, in any thread, as each ends. Not for what is never started.
  using Finished = std::function<void(const model::ModuleOutcome&)>;
  // Called on the caller's thread a few times a second, at last when all is done.
  using Tick = std::function<void(const PoolProgress&)>;

  // Borrows all. `start` is where the timeline begins.
  CampaignPool(unsigned jobs, plan::Scheduler& scheduler, base::TimePoint start,
               const base::Log& log)
      : jobs_(jobs), scheduler_(&scheduler), start_(start), log_(&log) {}

  // One outcome a module, in the order of `modules`, which is the scheduler's. What it does not
  // start says so. When `deadline` has come or the run is interrupted, all that sleep are woken to
  // end. An exception of a callback ends the pool and is thrown here.
  std::vector<model::ModuleOutcome> Run(const std::vector<plan::PlannedModule>& modules,
                                        const base::Deadline& deadline, const RunModule& run,
                                        const Finished& finished, const Tick& tick);

  // Of the last Run, by start.
  const std::vector<model::Slice>& timeline() const { return timeline_; }

 private:
  unsigned jobs_;
  plan::Scheduler* scheduler_;
  base::TimePoint start_;
  const base::Log* log_;
  std::vector<model::Slice> timeline_;
};

// What stays of a module that is not run, for `reason`.
model::ModuleOutcome PassedOver(const plan::PlannedModule& module, model::Reason reason);

}  // namespace skua::command
