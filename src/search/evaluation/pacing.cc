#include "search/evaluation/pacing.h"

#include <algorithm>

#include "model/options/time_policy.h"

namespace skua::search {

namespace {

// A discovery curve with more points than this is thinned out.
constexpr std::size_t kMostGainPoints = 128;
// A search turns to the goals that were left for later after this part of the tests after which it
// may be said to stagnate.
constexpr double kStagnationBeforeLater = 0.1;
// The parts of its time after which a search turns to other means, each with so much more than the
// one before.
constexpr double kPartOfFirstMeans = 0.4;
constexpr double kPartOfFurtherMeans = 0.2;
// So many tests show how slow the others will be, and are the least that is a generation.
constexpr std::size_t kLeastPortion = 4;

}  // namespace

Pacing::Pacing(const SearchOptions& options, const base::Deadline& deadline, const Archive& archive,
               MeteredExecutor& executor, Pacer* pacer)
    : options_(options),
      deadline_(deadline),
      archive_(archive),
      executor_(executor),
      pacer_(pacer),
      start_(deadline.clock().Now()) {}

bool Pacing::Finished() {
  if (archive_.open_goals() == 0 || deadline_.Interrupted() ||
      HasStagnated(static_cast<double>(options_.stagnation_tests)) ||
      (options_.max_generations > 0 && generations_ >= options_.max_generations)) {
    return true;
  }
  if (pacer_ != nullptr) {
    const base::Duration so_far = searched();
    if (so_far >= pacer_->granted() && !Suspend(so_far)) return true;
  }
  return deadline_.Expired();
}

bool Pacing::IsTimeForLater() const {
  return HasStagnated(kStagnationBeforeLater * static_cast<double>(options_.stagnation_tests));
}

bool Pacing::IsTimeForOtherMeans(std::size_t rank) const {
  const auto further = static_cast<double>(rank);
  const double least = kStagnationBeforeLater * (1 + further);
  return HasStagnated(least * static_cast<double>(options_.stagnation_tests),
                      kPartOfFirstMeans + kPartOfFurtherMeans * further);
}

base::Duration Pacing::searched() const { return deadline_.clock().Now() - start_ - asleep_; }

bool Pacing::Suspend(base::Duration searched) {
  const base::TimePoint since = deadline_.clock().Now();
  const bool may_wait = pacer_->MayWait();
  if (may_wait) executor_.Sleep();
  const Archive::Kept kept = archive_.kept();
  const bool goes_on =
      pacer_->Suspend({archive_.branches(), archive_.reached_branches(), kept.tests, kept.time,
                       searched, searched - last_gain_, discovery_});
  if (may_wait) executor_.Wake();
  asleep_ += deadline_.clock().Now() - since;
  return goes_on;
}

// Keeps the curve short: when there are too many points, every other one of them goes.
void Pacing::NoteGain() {
  last_gain_ = searched();
  if (discovery_.size() >= kMostGainPoints) {
    std::size_t kept = 0;
    for (std::size_t i = 1; i < discovery_.size(); i += 2) discovery_[kept++] = discovery_[i];
    discovery_.resize(kept);
  }
  discovery_.push_back({last_gain_, archive_.reached_branches()});
  BeginAnew();
}

// Counted in tests, not in time, so that it depends on the seed alone.
bool Pacing::HasStagnated(double least_tests, double part) const {
  if (options_.stagnation <= 0) return false;
  const auto tests = static_cast<double>(executor_.tests());
  const auto in_vain = static_cast<double>(executor_.tests() - tests_at_last_gain_);
  return tests >= least_tests && in_vain >= part * options_.stagnation * tests;
}

double Pacing::Progress() const {
  if (options_.max_generations > 0) {
    return std::min(
        1.0, static_cast<double>(generations_) / static_cast<double>(options_.max_generations));
  }
  if (pacer_ == nullptr && deadline_.unlimited()) return 0;
  const auto past = static_cast<double>(searched().count());
  const auto whole = static_cast<double>(Whole().count());
  return whole > 0 ? std::clamp(past / whole, 0.0, 1.0) : 1;
}

base::Duration Pacing::Whole() const {
  const base::Duration granted = pacer_ != nullptr ? pacer_->granted() : base::Duration{};
  if (deadline_.unlimited()) return granted;
  return std::max(granted, deadline_.end() - start_ - asleep_);
}

std::optional<base::Duration> Pacing::TimeForGeneration() const {
  const base::Duration whole = Whole();
  if (options_.max_generations > 0 || whole <= base::Duration::zero()) return std::nullopt;
  return model::Scaled(whole, model::TimePolicy{}.executing.generation);
}

std::size_t Pacing::PortionOf(std::size_t tests) const {
  const std::optional<base::Duration> time = TimeForGeneration();
  if (!time) return tests;
  const double executed = static_cast<double>(executor_.tests());
  const double fitting =
      executed * base::Seconds(*time) / std::max(base::Seconds(searched()), 1e-9);
  const auto portion = static_cast<std::size_t>(std::min(fitting, static_cast<double>(tests)));
  return std::min(std::max(portion, kLeastPortion), tests);
}

}  // namespace skua::search
