#include "plan/expected_gain.h"

#include <algorithm>
#include <cmath>

namespace skua::plan {
namespace {

constexpr double kHalfTime = 2;  // seconds in which a fresh search finds half of what is open
constexpr double kLeastSearched = 0.05;  // seconds; keeps the logarithm finite

double Seconds(base::Duration duration) { return std::chrono::duration<double>(duration).count(); }

// Of this run, by so many seconds of searching; what earlier campaigns covered is no gain.
double CoveredBy(const CampaignProgress& progress, double seconds, double known) {
  double covered = known;
  for (const model::GainPoint& point : progress.curve) {
    if (Seconds(point.searched) > seconds) break;
    covered = std::max(covered, static_cast<double>(point.covered));
  }
  return covered;
}

// g of the essay: found in the second half of all searching so far.
double LateGain(const ModuleFacts& facts, const CampaignProgress* progress) {
  const double before = Seconds(facts.searched);
  if (progress == nullptr) return facts.late_gain;
  const double now = Seconds(progress->searched);
  const double half = (before + now) / 2;
  const double known = before > 0 ? static_cast<double>(facts.covered) : 0;
  const double late = std::max(static_cast<double>(progress->covered), known) -
                      CoveredBy(*progress, half - before, known);
  // Of the earlier window (before/2, before], what lies behind `half`.
  const double overlap = before > half ? (before - half) / (before / 2) : 0;
  return late + facts.late_gain * overlap;
}

}  // namespace

double ExpectedGain(const ModuleFacts& facts, const CampaignProgress* progress,
                    base::Duration slice) {
  const double length = Seconds(slice);
  const auto open = static_cast<double>(
      progress == nullptr ? facts.open()
                          : progress->goals - std::min(progress->covered, progress->goals));
  const double searched =
      Seconds(facts.searched) + (progress == nullptr ? 0 : Seconds(progress->searched));
  if (searched <= 0) return open * length / (length + kHalfTime);
  const double doubling = (LateGain(facts, progress) + 0.5) / (1 + facts.fruitless);
  return std::min(open, doubling * std::log2(1 + length / std::max(searched, kLeastSearched)));
}

double Worth(const ModuleFacts& facts, const CampaignProgress* progress, base::Duration slice) {
  const double change = facts.edited() ? kFactorForChanged : 1;
  const double age = 1 + std::min<double>(facts.age, 10) / 20;
  const double dependents = 1 + std::log2(1.0 + facts.dependents) / 10;
  return ExpectedGain(facts, progress, slice) / std::max(Seconds(slice), 1e-3) * change * age *
         dependents;
}

}  // namespace skua::plan
