// The adaptive strategy. Each campaign first gets its minimum, in the order of the plan, or where
// there are tests, what it takes to see what they cover, and is suspended. Then slices of searching
// go, one at a time, to the campaign where the next one is worth most (expected_gain.h), until all
// job-time is spent but what the suspended ones need for their end:
//
//     slack = Σ over jobs of (end - when it is free) - Σ of reserves - (jobs - 1) · largest reserve
//
// (The last term, as endings cannot be divided among jobs.) When no slack is left, those with the
// largest reserve end first, which packs them best. A campaign for changed code that ends while
// there is slack gets an equal part of it beside its reserve, as what follows a search can use time
// too: new tests are judged by mutants, whether others stand already or not. Before that, a
// campaign ends
//
// - when too many are suspended and it is worth least;
// - when it has nothing more to hope for: all is covered, or its search was in vain for longer than
//   its patience (patience.h). One whose own code is what it was ends already when as much as a
//   share is not likely to cover anything;
// - when those that run have had what they would have if all modules ran, and more than that for
//   what changed. What unchanged modules leave is the user's, not theirs.
//
// When there is hardly more than the minimum for all, campaigns are started whole instead: there
// is nothing to reallocate. The numbers are those of TimePolicy::Slices.
#pragma once

#include "plan/scheduler.h"

namespace skua::plan {

class AdaptiveShares final : public Scheduler {
 public:
  // REQUIRES: `end` is not unlimited.
  AdaptiveShares(std::vector<ModuleFacts> modules, const base::Deadline& end, unsigned jobs,
                 const SchedulerOptions& options);

  Step Next() override;
  void Paused(std::size_t module, const CampaignProgress& progress) override;
  base::Duration ShareOfEnd(std::size_t module, base::Duration reserve) override;
  void Ended(std::size_t module, base::Duration used, std::size_t covered) override;

 private:
  struct Campaign {
    base::Duration minimum{};
    base::Duration reserve{};  // estimated until it says so itself
    CampaignProgress progress;
    // While it runs: when its slice is over; with its end, when that was counted in.
    base::TimePoint until{};
    bool ends_by_then = false;
  };

  std::optional<Step> StartNext();
  Step StartWhole(std::size_t module, base::Duration slice, std::string why);
  Step StartSlice(std::size_t module);
  Step GoOn();
  Step Resume(std::size_t module, base::Duration slice);
  Step Finish(std::size_t module, std::string why);

  base::Duration Slack() const;
  base::Duration WithPartOfSlack(std::size_t module, base::Duration reserve) const;
  base::Duration EndingOf(const ModuleFacts& facts, base::Duration minimum) const;
  base::Duration PatienceLeftWith(std::size_t module) const;
  base::Duration SliceOf(std::size_t module) const;
  double WorthOf(std::size_t module) const;
  bool MayGain(std::size_t module) const;
  bool HasNothingToHopeFor(std::size_t module) const;
  base::Deadline LatestFor(std::size_t module, base::Duration needed) const;
  void Run(std::size_t module, base::Duration slice, bool ends_by_then);
  base::TimePoint Now() const { return end_.clock().Now(); }

  const std::vector<ModuleFacts> modules_;
  const base::Deadline end_;
  const unsigned jobs_;
  const model::TimePolicy policy_;
  const base::Duration minimum_;
  const base::Duration spared_;  // job-time that belongs to modules that rest
  const std::size_t max_suspended_;
  std::vector<Campaign> campaigns_;
  std::vector<std::size_t> running_;
  std::vector<std::size_t> suspended_;  // ascending
  std::size_t next_ = 0;                // the first that was not started
  base::Duration minimums_{};           // of those not started
  bool started_ = false;
};

}  // namespace skua::plan
