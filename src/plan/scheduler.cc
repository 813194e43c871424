#include "plan/scheduler.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

#include "plan/adaptive_shares.h"
#include "plan/whole_shares.h"

namespace skua::plan {
namespace {

using base::Duration;
using base::TimePoint;

// Shows the time of the preview.
class PreviewClock final : public base::Clock {
 public:
  TimePoint Now() const override { return now_; }
  void Set(TimePoint now) { now_ = now; }

 private:
  TimePoint now_{};
};

}  // namespace

Duration ClosingReserve(Duration budget, const model::TimePolicy::Run& policy) {
  const Duration least =
      std::min(policy.closing_least, model::Scaled(budget, policy.closing_least_part));
  return std::clamp(model::Scaled(budget, policy.closing), least, policy.closing_most);
}

std::unique_ptr<Scheduler> MakeScheduler(Strategy strategy, std::vector<ModuleFacts> modules,
                                         const base::Deadline& end, unsigned jobs,
                                         const SchedulerOptions& options) {
  if (strategy == Strategy::kAdaptive && !end.unlimited()) {
    return std::make_unique<AdaptiveShares>(std::move(modules), end, jobs, options);
  }
  return std::make_unique<WholeShares>(strategy, std::move(modules), end, jobs, options);
}

std::vector<std::optional<Duration>> PreviewShares(Strategy strategy,
                                                   const std::vector<ModuleFacts>& modules,
                                                   Duration budget, unsigned jobs,
                                                   const SchedulerOptions& options) {
  std::vector<std::optional<Duration>> shares(modules.size());
  PreviewClock clock;
  const base::Deadline end = base::Deadline(clock).Within(
      std::max(budget - ClosingReserve(budget, options.policy.run), Duration{}));
  WholeShares scheduler(strategy, modules, end, jobs, options);
  using Campaign = std::pair<TimePoint, std::size_t>;  // end and module
  std::priority_queue<Campaign, std::vector<Campaign>, std::greater<>> running;
  for (Step step = scheduler.Next(); step.kind == Step::Kind::kStart; step = scheduler.Next()) {
    shares[step.module] = step.slice;
    running.emplace(clock.Now() + step.slice, step.module);
    if (running.size() < jobs) continue;
    clock.Set(running.top().first);
    scheduler.Ended(running.top().second, Duration{}, 0);
    running.pop();
  }
  return shares;
}

}  // namespace skua::plan
