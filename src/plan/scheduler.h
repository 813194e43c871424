// Decides which campaign runs next, and for how long: the strategies of `budget.strategy`, as
// objects that a pool of campaigns asks when a job is free. They know neither threads nor
// processes, and read the time from the deadline's clock.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "model/options/time_policy.h"
#include "model/outcome.h"
#include "plan/module_facts.h"
#include "plan/strategy.h"

namespace skua::plan {

// The report of a campaign when it is suspended.
struct CampaignProgress {
  std::size_t goals = 0;
  std::size_t covered = 0;
  base::Duration searched{};            // in this run, without the time asleep
  base::Duration since_gain{};          // of `searched`, since the last newly covered goal
  std::vector<model::GainPoint> curve;  // ascending
  base::Duration reserve{};             // time for its end: oracle, verification, writing
};

struct Step {
  enum class Kind : uint8_t {
    kStart,   // a campaign for `module`
    kResume,  // its search goes on
    kFinish,  // its search is over: it makes and writes its suite
    kWait,    // no step for this job now: ask again when a campaign is suspended or ends
    kDone,    // nothing is left to start, resume or finish
  };
  Kind kind = Kind::kDone;
  std::size_t module = 0;  // index into the scheduler's modules
  // Whether the campaign ends within this slice, loading and writing included, and is not
  // suspended. Otherwise it is suspended after a slice of searching (kStart, kResume), or has the
  // slice for its end (kFinish). If the search ends by itself, the campaign ends at once, within
  // ShareOfEnd().
  bool whole = false;
  base::Duration slice{};  // zero if `latest` is unlimited: no limit
  // Deadline up to which the campaign may exceed its slice rather than lose tests, at the expense
  // of other searches.
  base::Deadline latest;
  double expected_gain = 0;  // newly covered goals expected from the slice
  std::string why = {};      // for --debug explain
};

// Calls come one at a time, under the pool's lock. Every suspended campaign is resumed or finished
// by a later step before kDone.
class Scheduler {
 public:
  virtual ~Scheduler() = default;

  // Returns the next step for a free job.
  virtual Step Next() = 0;
  // Records that the slice of `module` is over and its job free.
  virtual void Paused(std::size_t module, const CampaignProgress& progress) = 0;
  // Returns the time for the passes after a search that ended before its slice was over. They take
  // at least `reserve`.
  virtual base::Duration ShareOfEnd(std::size_t module, base::Duration reserve) = 0;
  // Records that the campaign ended and its job is free. `used`: total job-time; `covered`: number
  // of goals.
  virtual void Ended(std::size_t module, base::Duration used, std::size_t covered) = 0;
};

struct SchedulerOptions {
  // Share with which a campaign can produce tests.
  base::Duration minimum = model::TimePolicy::Shares{}.minimum;
  // Suspended campaigns at once; 0: the policy's number for each job.
  std::size_t max_suspended = 0;
  // Unchanged modules that are not planned. Strategies with history do not spend their shares.
  std::vector<ModuleFacts> resting = {};
  model::TimePolicy policy = {};
};

// Makes the scheduler of a strategy. `modules` are in the order of the plan; the seeding strategies
// start dependencies first. `end` is the run's deadline less ClosingReserve; if it is unlimited,
// each campaign is started once and not suspended. REQUIRES: jobs > 0.
std::unique_ptr<Scheduler> MakeScheduler(Strategy strategy, std::vector<ModuleFacts> modules,
                                         const base::Deadline& end, unsigned jobs,
                                         const SchedulerOptions& options);

// Returns the time to keep back for the closing runs of pytest, the reports and the state.
base::Duration ClosingReserve(base::Duration budget, const model::TimePolicy::Run& policy = {});

// Returns the share of each module if it uses all of it; nullopt: the budget does not reach it. For
// the adaptive strategy these are the shares before any slice is moved.
std::vector<std::optional<base::Duration>> PreviewShares(Strategy strategy,
                                                         const std::vector<ModuleFacts>& modules,
                                                         base::Duration budget, unsigned jobs,
                                                         const SchedulerOptions& options);

}  // namespace skua::plan
