#include "plan/expected_gain.h"

#include <algorithm>
#include <cmath>

namespace skua::plan {
namespace {

using base::Seconds;

// Returns the goals covered after `seconds` of searching in this run, without those of earlier
// campaigns.
double CoveredBy(const CampaignProgress& progress, double seconds, double known) {
  double covered = known;
  for (const model::GainPoint& point : progress.curve) {
    if (Seconds(point.searched) > seconds) break;
    covered = std::max(covered, static_cast<double>(point.covered));
  }
  return covered;
}

// Returns g of the essay: goals found in the second half of all searching so far.
double LateGain(const ModuleFacts& facts, const CampaignProgress* progress) {
  const double before = Seconds(facts.searched);
  if (progress == nullptr) return facts.late_gain;
  const double now = Seconds(progress->searched);
  const double half = (before + now) / 2;
  const double known = before > 0 ? static_cast<double>(facts.covered) : 0;
  const double late = std::max(static_cast<double>(progress->covered), known) -
                      CoveredBy(*progress, half - before, known);
  // The part of the earlier window (before/2, before] that is after `half`.
  const double overlap = before > half ? (before - half) / (before / 2) : 0;
  return late + facts.late_gain * overlap;
}

}  // namespace

double ExpectedGain(const ModuleFacts& facts, const CampaignProgress* progress,
                    base::Duration slice, const model::TimePolicy::Gain& policy) {
  const double length = Seconds(slice);
  const auto open = static_cast<double>(
      progress == nullptr ? facts.open()
                          : progress->goals - std::min(progress->covered, progress->goals));
  const double searched =
      Seconds(facts.searched) + (progress == nullptr ? 0 : Seconds(progress->searched));
  if (searched <= 0) return open * length / (length + Seconds(policy.half_time));
  const double doubling = (LateGain(facts, progress) + policy.prior) / (1 + facts.fruitless);
  const double least = Seconds(policy.least_searched);
  return std::min(open, doubling * std::log2(1 + length / std::max(searched, least)));
}

double Worth(const ModuleFacts& facts, const CampaignProgress* progress, base::Duration slice,
             const model::TimePolicy& policy) {
  const double change = facts.edited() ? policy.shares.changed : 1;
  constexpr double kNoTime = 1e-3;  // keeps the quotient finite
  return change * ExpectedGain(facts, progress, slice, policy.gain) /
         std::max(Seconds(slice), kNoTime);
}

}  // namespace skua::plan
