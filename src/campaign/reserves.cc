#include "campaign/reserves.h"

#include <algorithm>

namespace skua::campaign {
namespace {

using base::Duration;
using namespace std::chrono_literals;

// How often a suite is verified by a run of pytest, each of which imports the module.
constexpr int kVerifications = 3;
// Beyond so many tests a suite takes no longer than the share allows anyway.
constexpr std::size_t kManyTests = 1000;

}  // namespace

Duration Reserves::AfterSearch(std::size_t goals) const {
  return std::min(share_ / 4 * 3, AfterMinimising(goals) + share_ / 8);
}

Duration Reserves::AfterMinimising(std::size_t tests) const {
  return std::min(share_ / 3 * 2, Observing(tests) + AfterObserving(tests));
}

Duration Reserves::AfterObserving(std::size_t tests) const {
  return Judging(tests) + AfterJudging();
}

Duration Reserves::AfterJudging() const { return Verifying() + share_ / 10; }

Duration Reserves::Verifying() const {
  return std::min<Duration>(share_ / 3, kVerifications * (300ms + load_ + load_ / 5));
}

// Two processes are loaded, one of them with all mutants; each forks twice a test.
Duration Reserves::Observing(std::size_t tests) const {
  const Duration loads = 2 * load_ + (judges_mutants_ ? load_ : Duration{});
  return loads + 300ms + std::min(tests, kManyTests) * Duration(6ms);
}

Duration Reserves::Judging(std::size_t tests) const {
  if (!judges_mutants_) return {};
  return std::min<Duration>(share_ / 8, 200ms + std::min(tests, kManyTests) * Duration(10ms));
}

}  // namespace skua::campaign
