#include "plan/whole_shares.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "plan/expected_gain.h"

namespace skua::plan {
namespace {

using base::Duration;

using model::Scaled;
using Policy = model::TimePolicy::Shares;

double WeightOf(Strategy strategy, const ModuleFacts& facts, const Policy& policy) {
  const auto goals = static_cast<double>(facts.goals + 1);
  switch (strategy) {
    case Strategy::kSimple:
    case Strategy::kSeeding:
      return 1;
    case Strategy::kBudget:
    case Strategy::kBudgetSeeding:
      return goals;
    case Strategy::kHistory:
    case Strategy::kAdaptive:
      return goals *
             (facts.edited() ? policy.changed : std::pow(policy.fruitless, -1. * facts.fruitless));
  }
  return 1;
}

}  // namespace

Duration MinimumShare(Duration capacity, std::span<const ModuleFacts> modules, Duration minimum,
                      const Policy& policy) {
  const auto count = static_cast<int64_t>(modules.size());
  if (capacity >= minimum * count) return minimum;
  Duration share = std::min(minimum, capacity * policy.runs_for_all / count);
  for (uint32_t waited = 1; waited <= policy.runs_for_all; ++waited) {
    const int64_t waiting = std::ranges::count_if(modules, [&](const ModuleFacts& facts) {
      return facts.changed() && facts.passed_over >= waited;
    });
    if (waiting == 0) break;
    const uint32_t runs = policy.runs_for_all - std::min(waited, policy.runs_for_all - 1);
    share = std::min(share, capacity * runs / waiting);
  }
  return std::max(share, Scaled(minimum, policy.least_part));
}

Duration MinimumOf(const ModuleFacts& facts, Duration minimum, Duration wall_clock,
                   const Policy& policy) {
  const Duration needed =
      minimum * (int64_t{1} << std::min(facts.cut_short, policy.most_doublings));
  return std::min(needed, std::max(minimum, Scaled(wall_clock, policy.most_of_wall_clock)));
}

Rest RestOf(Strategy strategy, std::span<const ModuleFacts> resting, Duration minimum,
            const Policy& policy) {
  Rest rest;
  if (!KnowsHistory(strategy)) return rest;
  for (const ModuleFacts& facts : resting) {
    ++rest.modules;
    rest.minimums += minimum;
    rest.weights += WeightOf(strategy, {.change = facts.change, .goals = facts.goals}, policy);
  }
  return rest;
}

Duration Unspent(Strategy strategy, std::span<const ModuleFacts> modules,
                 std::span<const ModuleFacts> resting, Duration capacity, Duration minimum,
                 const Policy& policy) {
  const Rest rest = RestOf(strategy, resting, minimum, policy);
  if (rest.modules == 0) return {};
  double weights = 0;
  Duration minimums{}, needed{};
  for (const ModuleFacts& facts : modules) {
    weights += WeightOf(strategy, facts, policy);
    minimums += minimum;
    needed += facts.edited() ? Scaled(minimum, policy.changed) : minimum;
  }
  const Duration left = std::max(Duration{}, capacity - needed);
  const Duration spare = capacity - minimums - rest.minimums;
  if (spare <= Duration{}) return left;
  return std::min(left, rest.minimums + Scaled(spare, rest.weights / (rest.weights + weights)));
}

WholeShares::WholeShares(Strategy strategy, std::vector<ModuleFacts> modules,
                         const base::Deadline& end, unsigned jobs, const SchedulerOptions& options)
    : strategy_(strategy),
      modules_(std::move(modules)),
      end_(end),
      jobs_(jobs),
      policy_(options.policy) {
  const Policy& policy = policy_.shares;
  const Duration wall_clock = end.unlimited() ? Duration{} : end.Remaining();
  const Duration capacity = wall_clock * jobs;
  const Duration minimum = MinimumShare(capacity, modules_, options.minimum, policy);
  for (std::size_t i = 0; i < modules_.size(); ++i) {
    order_.push_back({i, MinimumOf(modules_[i], minimum, wall_clock, policy),
                      WeightOf(strategy, modules_[i], policy)});
    minimums_ += order_.back().minimum;
    weights_ += order_.back().weight;
  }
  rest_ = RestOf(strategy, options.resting, minimum, policy);
  if (!OrdersByImports(strategy)) return;
  // Finds the modules that the budget reaches, in the plan's order, before sorting them by
  // dependencies.
  Duration reached = capacity;
  auto last = order_.begin();
  while (last != order_.end() && (end.unlimited() || reached >= last->minimum)) {
    reached -= last++->minimum;
  }
  std::stable_sort(order_.begin(), last, [this](const Entry& a, const Entry& b) {
    return modules_[a.module].depth < modules_[b.module].depth;
  });
  reached_ = static_cast<std::size_t>(last - order_.begin());
}

Step WholeShares::Next() {
  Step step{.latest = end_};
  const Duration remaining = end_.Remaining();
  while (next_ < order_.size() && !Fits(order_[next_], remaining)) PassOn();
  if (next_ == order_.size() || end_.Expired()) return step;
  PutReadyFirst(remaining);

  const Entry& entry = order_[next_];
  const ModuleFacts& facts = modules_[entry.module];
  step.kind = Step::Kind::kStart;
  step.module = entry.module;
  step.whole = true;
  if (!end_.unlimited()) {
    step.slice = ShareOf(entry, remaining);
    const Duration ending =
        std::min(facts.ending, Scaled(step.slice, policy_.shares.most_for_ending));
    step.expected_gain = ExpectedGain(facts, nullptr, step.slice - ending, policy_.gain);
  }
  step.why = Why(facts, step.slice <= entry.minimum);
  started_ = true;
  running_.push_back(entry.module);
  PassOn();
  return step;
}

// Returns whether a share fits into `remaining`; always true for the first module.
bool WholeShares::Fits(const Entry& entry, Duration remaining) const {
  return !started_ || end_.unlimited() ||
         remaining >= Scaled(entry.minimum, policy_.shares.least_part);
}

// Moves the first module none of whose imports runs or waits to the front; keeps the order if there
// is none.
void WholeShares::PutReadyFirst(Duration remaining) {
  std::vector<std::size_t> awaited = running_;
  for (std::size_t i = next_; i < reached_; ++i) {
    const std::vector<std::size_t>& imports = modules_[order_[i].module].imports;
    const bool waits = std::ranges::find_first_of(imports, awaited) != imports.end();
    if (!waits && Fits(order_[i], remaining)) {
      const auto next = order_.begin() + static_cast<std::ptrdiff_t>(next_);
      const auto ready = order_.begin() + static_cast<std::ptrdiff_t>(i);
      std::rotate(next, ready, ready + 1);
      return;
    }
    awaited.push_back(order_[i].module);
  }
}

void WholeShares::PassOn() {
  const Entry& entry = order_[next_++];
  minimums_ -= entry.minimum;
  weights_ -= entry.weight;
}

Duration WholeShares::ShareOf(const Entry& entry, Duration remaining) const {
  const std::size_t others = order_.size() - next_ - 1 + rest_.modules;
  const std::size_t after = others / jobs_;  // number of later campaigns on this job
  if (after == 0) return remaining;
  const double part = static_cast<double>(after) / static_cast<double>(others);
  const Duration least = std::min(entry.minimum, remaining);
  const Duration minimums = minimums_ - entry.minimum + rest_.minimums;
  const double weights = weights_ - entry.weight + rest_.weights;
  const Duration spare = remaining - least - Scaled(minimums, part);
  if (spare <= Duration::zero()) return least;
  return least + Scaled(spare, entry.weight / (entry.weight + weights * part));
}

std::string WholeShares::Why(const ModuleFacts& facts, bool scarce) const {
  if (end_.unlimited()) return "without a budget";
  if (scarce) return "the minimum: there is too little for all";
  switch (strategy_) {
    case Strategy::kSimple:
      return "an equal share";
    case Strategy::kSeeding:
      return "an equal share, dependencies first";
    case Strategy::kBudget:
    case Strategy::kBudgetSeeding:
      return fmt::format("the minimum and a share for {} goals", facts.goals);
    case Strategy::kHistory:
    case Strategy::kAdaptive:
      return fmt::format("the minimum and a share for {} goals{}", facts.goals,
                         facts.edited() ? ", which count twice as they changed" : "");
  }
  return {};
}

void WholeShares::Ended(std::size_t module, Duration, std::size_t) { std::erase(running_, module); }

// Whole shares are never suspended.
void WholeShares::Paused(std::size_t, const CampaignProgress&) {}
Duration WholeShares::ShareOfEnd(std::size_t, Duration reserve) { return reserve; }

}  // namespace skua::plan
