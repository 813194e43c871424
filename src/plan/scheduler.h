// Who may run next, and for how long: the strategies of `budget.strategy`, as objects that a pool
// of campaigns asks each time one of its jobs is free. They know no thread and no process; what
// time it is, they read from the deadline's clock.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "model/outcome.h"
#include "model/time_policy.h"
#include "plan/module_facts.h"
#include "plan/strategy.h"

namespace skua::plan {

// What a campaign says of itself when it is suspended.
struct CampaignProgress {
  std::size_t goals = 0;
  std::size_t covered = 0;
  base::Duration searched{};            // in this run, without the time asleep
  base::Duration since_gain{};          // of `searched`, since the last newly covered goal
  std::vector<model::GainPoint> curve;  // ascending
  base::Duration reserve{};             // what ending it will take: oracle, verification, writing
};

struct Step {
  enum class Kind : uint8_t {
    kStart,   // a campaign for `module`
    kResume,  // goes on with its search
    kFinish,  // its search is over: it is resumed to make and write its suite
    kWait,    // nothing for this job now: ask again when some campaign was suspended or has ended
    kDone,    // nothing is left to start, resume or finish, now or later
  };
  Kind kind = Kind::kDone;
  std::size_t module = 0;  // index into what the scheduler was made of
  // All that it gets: it ends within the slice, loading and writing included, and is not suspended.
  // Else the slice is one of searching, after which it is suspended (kStart, kResume), or what it
  // has for its end (kFinish). A search that ends by itself goes on to its end at once, with what
  // ShareOfEnd() says.
  bool whole = false;
  base::Duration slice{};  // zero when `latest` is unlimited: as long as it takes
  // It may go on until then, at the expense of others' searching, rather than lose what was found.
  base::Deadline latest;
  double expected_gain = 0;  // goals that the slice is expected to cover newly
  std::string why = {};      // for --debug explain
};

// Calls come one at a time: the pool holds its lock. Every campaign that was suspended is resumed
// or finished by a later step before kDone.
class Scheduler {
 public:
  virtual ~Scheduler() = default;

  // For a job that is free.
  virtual Step Next() = 0;
  // The slice of `module` is over and its job free.
  virtual void Paused(std::size_t module, const CampaignProgress& progress) = 0;
  // For what follows the search of one that runs and ended it before its slice was over, when that
  // takes `reserve` at least.
  virtual base::Duration ShareOfEnd(std::size_t module, base::Duration reserve) = 0;
  // Its job is free. `used`: on jobs, in all; `covered`: goals.
  virtual void Ended(std::size_t module, base::Duration used, std::size_t covered) = 0;
};

struct SchedulerOptions {
  base::Duration minimum = model::TimePolicy::Shares{}.minimum;  // a share that gets somewhere
  std::size_t max_suspended = 0;  // campaigns at once; 0: as many a job as the policy says
  // Unchanged modules that are passed over. Strategies that know history leave their shares
  // unspent.
  std::vector<ModuleFacts> resting = {};
  model::TimePolicy policy = {};
};

// Modules come in the order of the plan; the seeding strategies start them in another. `end` is the
// run's deadline less ClosingReserve; unlimited: each is started, once and whole.
// REQUIRES: jobs > 0.
std::unique_ptr<Scheduler> MakeScheduler(Strategy strategy, std::vector<ModuleFacts> modules,
                                         const base::Deadline& end, unsigned jobs,
                                         const SchedulerOptions& options);

// To be kept back for what follows the campaigns: the closing pytest run, reports, state.
base::Duration ClosingReserve(base::Duration budget, const model::TimePolicy::Run& policy = {});

// What each module would get if it used all it is given; nothing: the budget does not reach it.
// adaptive shares are those it starts from.
std::vector<std::optional<base::Duration>> PreviewShares(Strategy strategy,
                                                         const std::vector<ModuleFacts>& modules,
                                                         base::Duration budget, unsigned jobs,
                                                         const SchedulerOptions& options);

}  // namespace skua::plan
