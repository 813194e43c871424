// Strategies that start each campaign once, with a whole share: simple, budget, seeding,
// budget-seeding and history.
//
// A campaign gets its minimum, and a part by weight of the job's remaining time without the
// minimums of later campaigns:
//
//     share = m + (remaining - m - k·M) · w / (w + k·W),  k = ⌊(left - 1) / jobs⌋
//
// where m and w are its own minimum and weight, M and W the means over the campaigns that did not
// start yet. So no job idles while modules wait, unused time goes to later campaigns, and the last
// one ends with the budget. No share exceeds the wall clock of its job.
//
// The seeding strategies start dependencies first. While an import of a module runs, whose tests
// will lend it objects, other modules start in its place, as long as the budget reaches any
// (Campos et al., "Seeding Strategies").
#pragma once

#include <span>

#include "plan/scheduler.h"

namespace skua::plan {

// Returns the least share of each of `modules` where all jobs together have `capacity`: `minimum`,
// or, if that is too much for all, a share with which each module has a turn within the policy's
// number of runs, counting the runs that it has waited already; at least a part of `minimum`.
base::Duration MinimumShare(base::Duration capacity, std::span<const ModuleFacts> modules,
                            base::Duration minimum, const model::TimePolicy::Shares& policy = {});

// Returns the least share of this module: twice as much for each time that it was cut short, up to
// a part of the wall clock.
base::Duration MinimumOf(const ModuleFacts& facts, base::Duration minimum,
                         base::Duration wall_clock, const model::TimePolicy::Shares& policy = {});

// Sums over the unchanged modules that are not planned, whose time is not spent (Campos et al.,
// "Budget Allocation with Historical Data": a class has the budget that it would have among all
// classes of the project).
struct Rest {
  std::size_t modules = 0;
  base::Duration minimums{};
  double weights = 0;
};
Rest RestOf(Strategy strategy, std::span<const ModuleFacts> resting, base::Duration minimum,
            const model::TimePolicy::Shares& policy = {});

// Returns the part of `capacity`, the time of all jobs, that belongs to the resting modules and is
// not spent: each of `modules` gets `minimum`, a changed one more, and, if there is enough for all,
// a part of the remainder by weight.
base::Duration Unspent(Strategy strategy, std::span<const ModuleFacts> modules,
                       std::span<const ModuleFacts> resting, base::Duration capacity,
                       base::Duration minimum, const model::TimePolicy::Shares& policy = {});

class WholeShares final : public Scheduler {
 public:
  WholeShares(Strategy strategy, std::vector<ModuleFacts> modules, const base::Deadline& end,
              unsigned jobs, const SchedulerOptions& options);

  Step Next() override;
  void Paused(std::size_t module, const CampaignProgress& progress) override;
  base::Duration ShareOfEnd(std::size_t module, base::Duration reserve) override;
  void Ended(std::size_t module, base::Duration used, std::size_t covered) override;

 private:
  struct Entry {
    std::size_t module = 0;
    base::Duration minimum{};
    double weight = 1;
  };
  void PassOn();  // to the next in order_
  bool Fits(const Entry& entry, base::Duration remaining) const;
  void PutReadyFirst(base::Duration remaining);
  base::Duration ShareOf(const Entry& entry, base::Duration remaining) const;
  std::string Why(const ModuleFacts& facts, bool scarce) const;

  const Strategy strategy_;
  const std::vector<ModuleFacts> modules_;
  const base::Deadline end_;
  const unsigned jobs_;
  const model::TimePolicy policy_;
  std::vector<Entry> order_;
  std::size_t next_ = 0;
  // Number of modules in order_ that the budget reaches, sorted by dependencies.
  std::size_t reached_ = 0;
  std::vector<std::size_t> running_;
  bool started_ = false;
  Rest rest_;
  // Sums over the modules not started yet.
  base::Duration minimums_{};
  double weights_ = 0;
};

}  // namespace skua::plan
