// Runs campaigns as a plan::Scheduler decides, each in a thread of its own. At most `jobs` of them
// run at a time, and the others sleep. If fewer run, each may use several cores. The calling thread
// shows progress.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/log.h"
#include "base/team.h"
#include "campaign/pacing/pacing.h"
#include "model/outcome.h"
#include "plan/plan.h"
#include "plan/scheduler.h"

namespace skua::command {

struct PoolProgress {
  std::size_t done = 0;
  std::vector<std::string> running;
  std::size_t suspended = 0;
};

class CampaignPool {
 public:
  // The time granted to one campaign; see Campaign::Run.
  struct Grant {
    base::Deadline deadline;
    base::Deadline latest;
    campaign::Pacing* pacing = nullptr;  // null: the campaign is not suspended
  };
  // Runs a module's campaign, in the module's own thread.
  using RunModule =
      std::function<model::ModuleOutcome(const plan::PlannedModule&, const Grant& grant)>;
  // Called when a campaign ends, in any thread but never at the same time; not for campaigns that
  // were never started.
  using Finished = std::function<void(const model::ModuleOutcome&)>;
  // Called in the calling thread a few times a second, and once more at the end.
  using Tick = std::function<void(const PoolProgress&)>;

  // Borrows all arguments. `start` is the beginning of the timeline. `cores`, unless null, gets the
  // number of running campaigns, which share the cores.
  CampaignPool(unsigned jobs, plan::Scheduler& scheduler, base::TimePoint start,
               const base::Log& log, base::CoreShare* cores = nullptr)
      : jobs_(jobs), scheduler_(&scheduler), start_(start), log_(&log), cores_(cores) {}

  // Returns an outcome for each of `modules`, which are the scheduler's, in order; with a reason
  // for a module that was not started. At `deadline`, or if the run is interrupted, wakes all
  // sleeping campaigns to end. An exception of a callback ends the pool and is rethrown.
  std::vector<model::ModuleOutcome> Run(const std::vector<plan::PlannedModule>& modules,
                                        const base::Deadline& deadline, const RunModule& run,
                                        const Finished& finished, const Tick& tick);

  // The slices of the last Run, sorted by start.
  const std::vector<model::Slice>& timeline() const { return timeline_; }

 private:
  unsigned jobs_;
  plan::Scheduler* scheduler_;
  base::TimePoint start_;
  const base::Log* log_;
  base::CoreShare* cores_;
  std::vector<model::Slice> timeline_;
};

// Returns the outcome of a module that is not run, for `reason`.
model::ModuleOutcome PassedOver(const plan::PlannedModule& module, model::Reason reason);

}  // namespace skua::command
