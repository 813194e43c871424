#include "plan/adaptive_shares.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "plan/expected_gain.h"
#include "plan/patience.h"
#include "plan/whole_shares.h"

namespace skua::plan {
namespace {

using base::Duration;
using base::Seconds;
using model::Scaled;

}  // namespace

AdaptiveShares::AdaptiveShares(std::vector<ModuleFacts> modules, const base::Deadline& end,
                               unsigned jobs, const SchedulerOptions& options)
    : modules_(std::move(modules)),
      end_(end),
      jobs_(jobs),
      policy_(options.policy),
      minimum_(
          MinimumShare(end.Remaining() * jobs, modules_, options.minimum, options.policy.shares)),
      spared_(Unspent(Strategy::kAdaptive, modules_, options.resting, end.Remaining() * jobs,
                      minimum_, options.policy.shares)),
      max_suspended_(options.max_suspended > 0 ? options.max_suspended
                                               : options.policy.slices.suspended_per_job * jobs),
      campaigns_(modules_.size()) {
  for (std::size_t i = 0; i < modules_.size(); ++i) {
    Campaign& campaign = campaigns_[i];
    campaign.minimum = MinimumOf(modules_[i], minimum_, end.Remaining(), policy_.shares);
    campaign.reserve = EndingOf(modules_[i], campaign.minimum);
    minimums_ += campaign.minimum;
  }
}

// Returns the estimated time for the campaign's end, until the campaign reports it.
Duration AdaptiveShares::EndingOf(const ModuleFacts& facts, Duration minimum) const {
  const Duration known =
      facts.ending > Duration::zero() ? facts.ending : Scaled(minimum, policy_.slices.ending);
  return std::min(known, Scaled(minimum, policy_.shares.most_for_ending));
}

Step AdaptiveShares::Next() {
  // Suspended campaigns must be woken in any case.
  if (end_.Expired() && !suspended_.empty()) return Finish(suspended_.front(), "the end");
  if (suspended_.size() > max_suspended_) {
    const std::size_t least = *std::ranges::min_element(
        suspended_, {}, [this](std::size_t module) { return WorthOf(module); });
    return Finish(least, fmt::format("worth least of {} suspended ones", suspended_.size()));
  }
  if (auto step = StartNext()) return *std::move(step);
  if (!suspended_.empty()) return GoOn();
  const bool may_go_on = std::ranges::any_of(
      running_, [this](std::size_t module) { return !campaigns_[module].ends_by_then; });
  const bool may_start = next_ < modules_.size() && !running_.empty();
  Step step{.latest = end_};
  if (!end_.Expired() && (may_go_on || may_start)) step.kind = Step::Kind::kWait;
  return step;
}

// Returns a step for the next module of the plan that still fits; nullopt: none does.
std::optional<Step> AdaptiveShares::StartNext() {
  if (end_.Expired()) return std::nullopt;
  const Duration left = end_.Remaining();
  const auto pass_on = [this] { minimums_ -= campaigns_[next_++].minimum; };
  const auto least_of = [this](std::size_t module) {
    return Scaled(campaigns_[module].minimum, policy_.shares.least_part);
  };
  // A module that no longer fits into the wall clock never will.
  while (next_ < modules_.size() && started_ && left < least_of(next_)) pass_on();
  if (next_ == modules_.size()) return std::nullopt;

  const std::size_t module = next_;
  const Duration minimum = campaigns_[module].minimum;
  const Duration slack = std::min(Slack(), left);
  if (started_ && slack < least_of(module)) return std::nullopt;  // another campaign may end early
  const std::size_t active = modules_.size() - next_ + running_.size() + suspended_.size();
  const Duration surplus = Slack() - minimums_;
  const bool hardly_any = surplus <= Scaled(minimums_, policy_.slices.hardly_any);
  const double part = Seconds(minimum) / Seconds(minimums_);
  pass_on();
  started_ = true;
  if (active <= jobs_ && modules_[module].changed() && spared_ == Duration::zero()) {
    return StartWhole(module, left, "as long as it takes: there is a job for each");
  }
  if (!hardly_any) return StartSlice(module);
  const bool scarce = surplus < Duration::zero();
  const Duration spare = scarce ? Duration::zero() : Scaled(surplus, part);
  return StartWhole(module, std::min(slack, minimum + spare),
                    scarce ? "the minimum: there is too little for all"
                           : "there is little more than the minimum for all");
}

Step AdaptiveShares::StartWhole(std::size_t module, Duration slice, std::string why) {
  const Duration ending =
      std::min(campaigns_[module].reserve, Scaled(slice, policy_.shares.most_for_ending));
  Step step{.kind = Step::Kind::kStart,
            .module = module,
            .whole = true,
            .slice = slice,
            .latest = LatestFor(module, slice),
            .expected_gain = ExpectedGain(modules_[module], nullptr, slice - ending, policy_.gain),
            .why = std::move(why)};
  Run(module, slice, true);
  return step;
}

Step AdaptiveShares::StartSlice(std::size_t module) {
  const Campaign& campaign = campaigns_[module];
  const bool has_tests = modules_[module].covered > 0;
  const Duration least =
      MayGain(module) ? Scaled(campaign.minimum, policy_.slices.first_look) : policy_.slices.least;
  const Duration slice = has_tests ? least : std::max(campaign.minimum - campaign.reserve, least);
  Step step{.kind = Step::Kind::kStart,
            .module = module,
            .slice = slice,
            .latest = LatestFor(module, slice + campaign.reserve),
            .expected_gain = ExpectedGain(modules_[module], nullptr, slice, policy_.gain),
            .why = fmt::format("{}; {} goals open",
                               has_tests ? "to see what its tests cover" : "the minimum first",
                               modules_[module].open())};
  Run(module, slice, false);
  return step;
}

// Returns a step for a suspended campaign: it searches on, or ends.
Step AdaptiveShares::GoOn() {
  for (const std::size_t module : suspended_) {
    if (HasNothingToHopeFor(module)) return Finish(module, "nothing more is expected of it");
  }
  const std::size_t best = *std::ranges::max_element(
      suspended_, {}, [this](std::size_t module) { return WorthOf(module); });
  const Campaign& campaign = campaigns_[best];
  const Duration slack = std::min(Slack() - spared_, end_.Remaining() - campaign.reserve);
  if (slack < policy_.slices.least) {
    const std::size_t largest = *std::ranges::max_element(
        suspended_, {}, [this](std::size_t module) { return campaigns_[module].reserve; });
    return Finish(largest, spared_ > Duration::zero()
                               ? "changed modules have had their part of the budget"
                               : "the time left is needed to end suspended campaigns");
  }
  return Resume(best, std::min(SliceOf(best), slack));
}

Step AdaptiveShares::Resume(std::size_t module, Duration slice) {
  const CampaignProgress& progress = campaigns_[module].progress;
  const double gain = ExpectedGain(modules_[module], &progress, slice, policy_.gain);
  Step step{
      .kind = Step::Kind::kResume,
      .module = module,
      .slice = slice,
      .latest = LatestFor(module, slice + campaigns_[module].reserve),
      .expected_gain = gain,
      .why = fmt::format("{:.2f} goals a second are expected, {} of {} covered after {:.1f} s",
                         gain / Seconds(slice), progress.covered, progress.goals,
                         Seconds(progress.searched))};
  std::erase(suspended_, module);
  Run(module, slice, false);
  return step;
}

Step AdaptiveShares::Finish(std::size_t module, std::string why) {
  const Duration reserve = campaigns_[module].reserve;
  Step step{.kind = Step::Kind::kFinish,
            .module = module,
            .slice = WithPartOfSlack(module, reserve),
            .latest = LatestFor(module, reserve),
            .why = std::move(why)};
  std::erase(suspended_, module);
  Run(module, step.slice, true);
  return step;
}

Duration AdaptiveShares::Slack() const {
  const base::TimePoint now = Now();
  Duration slack = end_.Remaining() * (jobs_ - static_cast<unsigned>(running_.size()));
  Duration largest{};
  const auto keep_back = [&](Duration reserve) {
    slack -= reserve;
    largest = std::max(largest, reserve);
  };
  for (const std::size_t module : running_) {
    const Campaign& campaign = campaigns_[module];
    slack += std::max(Duration{}, end_.end() - std::max(now, campaign.until));
    if (!campaign.ends_by_then) keep_back(campaign.reserve);
  }
  for (const std::size_t module : suspended_) keep_back(campaigns_[module].reserve);
  return slack - largest * (jobs_ - 1);
}

// Returns the reserve of a campaign that ends and, if its code changed, an equal part of the slack
// for each campaign that has not ended.
Duration AdaptiveShares::WithPartOfSlack(std::size_t module, Duration reserve) const {
  if (!modules_[module].edited()) return std::min(reserve, end_.Remaining());
  const auto open = std::ranges::count_if(
      running_, [this](std::size_t other) { return !campaigns_[other].ends_by_then; });
  const auto sharers = static_cast<Duration::rep>(suspended_.size()) + open;
  const Duration slack = std::max(Duration{}, Slack() - minimums_ - spared_);
  const Duration share = reserve + slack / std::max<Duration::rep>(1, sharers);
  return std::min(share, end_.Remaining());
}

// Returns a slice in proportion to the time searched, up to the end of the patience.
Duration AdaptiveShares::SliceOf(std::size_t module) const {
  const model::TimePolicy::Slices& slices = policy_.slices;
  const Duration searched = campaigns_[module].progress.searched;
  return std::min(std::max(slices.slice, Scaled(searched, slices.growth)),
                  std::max(slices.least, PatienceLeftWith(module)));
}

double AdaptiveShares::WorthOf(std::size_t module) const {
  return Worth(modules_[module], &campaigns_[module].progress, SliceOf(module), policy_);
}

// Returns whether the module is likely to gain a goal in the least share of time.
bool AdaptiveShares::MayGain(std::size_t module) const {
  const CampaignProgress& progress = campaigns_[module].progress;
  return modules_[module].edited() ||
         ExpectedGain(modules_[module], progress.goals > 0 ? &progress : nullptr, minimum_,
                      policy_.gain) >= policy_.gain.likely;
}

bool AdaptiveShares::HasNothingToHopeFor(std::size_t module) const {
  return WorthOf(module) <= 0 || !MayGain(module) || PatienceLeftWith(module) <= Duration::zero();
}

Duration AdaptiveShares::PatienceLeftWith(std::size_t module) const {
  const CampaignProgress& progress = campaigns_[module].progress;
  const std::size_t open = progress.goals - std::min(progress.covered, progress.goals);
  const model::Patience patience = PatienceWith(modules_[module], minimum_, policy_.patience);
  return patience.After(progress.searched, open) - progress.since_gain;
}

// Returns the deadline of a campaign: what is left after the endings of all other suspended
// campaigns.
base::Deadline AdaptiveShares::LatestFor(std::size_t module, Duration needed) const {
  Duration others{};
  for (const std::size_t other : suspended_) {
    if (other != module) others += campaigns_[other].reserve;
  }
  const Duration left = end_.Remaining();
  return end_.Within(std::clamp(left - others / jobs_, std::min(needed, left), left));
}

void AdaptiveShares::Run(std::size_t module, Duration slice, bool ends_by_then) {
  Campaign& campaign = campaigns_[module];
  campaign.until = Now() + slice;
  campaign.ends_by_then = ends_by_then;
  running_.push_back(module);
}

void AdaptiveShares::Paused(std::size_t module, const CampaignProgress& progress) {
  std::erase(running_, module);
  campaigns_[module].progress = progress;
  campaigns_[module].reserve = progress.reserve;
  suspended_.insert(std::ranges::lower_bound(suspended_, module), module);
}

Duration AdaptiveShares::ShareOfEnd(std::size_t module, Duration reserve) {
  Campaign& campaign = campaigns_[module];
  campaign.reserve = reserve;
  campaign.until = Now();
  const Duration share = WithPartOfSlack(module, reserve);
  campaign.until += share;
  campaign.ends_by_then = true;
  return share;
}

void AdaptiveShares::Ended(std::size_t module, Duration, std::size_t) {
  std::erase(running_, module);
}

}  // namespace skua::plan
