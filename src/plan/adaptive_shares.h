// The adaptive strategy. Each campaign is started in the order of the plan, gets its minimum, or
// the time to measure its existing tests, and is suspended. Then slices of searching go, one after
// the other, to the campaign whose next slice is worth most (expected_gain.h), until the remaining
// job-time is just enough for the suspended campaigns to end:
//
//   slack = Σ over jobs of (end - when it is free) - Σ of reserves - (jobs - 1) · largest reserve
//
// The last term is needed because jobs cannot share an ending. Without slack, the campaigns with
// the largest reserve end first, which packs them best. A campaign for changed code that ends while
// there is slack gets an equal part of it in addition to its reserve, since the passes after a
// search can use time, too: mutants judge new tests. Before that, a campaign ends
//
//   - when too many are suspended and its next slice is worth least;
//   - when no gain is likely: all goals are covered, or its search gained nothing for longer than
//     its patience (patience.h). A campaign for unchanged code ends already when a whole share is
//     not likely to cover a goal;
//   - when the planned modules have had the time that they would have if all modules ran, and
//     changed ones more. The time of unchanged modules is not spent.
//
// With hardly more than the minimum for all, campaigns get their whole share at once, since there
// is no time to reallocate. The numbers are those of TimePolicy::Slices.
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
    base::Duration reserve{};  // estimated until the campaign reports its own
    CampaignProgress progress;
    base::TimePoint until{};  // end of its running slice, including its ending if ends_by_then
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
  const base::Duration spared_;  // job-time of unchanged modules, which is not spent
  const std::size_t max_suspended_;
  std::vector<Campaign> campaigns_;
  std::vector<std::size_t> running_;
  std::vector<std::size_t> suspended_;  // ascending
  std::size_t next_ = 0;                // index of the first module not started
  base::Duration minimums_{};           // of modules not started
  bool started_ = false;
};

}  // namespace skua::plan
