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

// One of pytest, beside its tests.
Duration RunOf(Duration load) { return 200ms + load + load / 2; }

}  // namespace

Duration Reserves::AfterSearch(std::size_t goals) const {
  return std::min(share_ / 4 * 3, AfterMinimising(goals) + share_ / 8);
}

// The reserve is less than the share and grows more slowly: so this comes near to the end from
// below.
Duration Reserves::AfterSearchOf(Duration used, Duration least, Duration load, bool judges_mutants,
                                 std::size_t tests) {
  Duration reserve{};
  for (int i = 0; i < 12; ++i) {
    reserve = Reserves(std::max(least, used + reserve), load, judges_mutants).AfterSearch(tests);
  }
  return reserve;
}

Duration Reserves::AfterMinimising(std::size_t tests) const {
  return std::min(share_ / 3 * 2, Observing(tests) + AfterObserving(tests));
}

Duration Reserves::AfterObserving(std::size_t tests) const {
  return Judging(tests) + AfterJudging(tests);
}

Duration Reserves::AfterJudging(std::size_t tests) const { return Verifying(tests) + share_ / 10; }

// Each test is also run alone, in a fork.
Duration Reserves::Verifying(std::size_t tests) const {
  return std::min<Duration>(
      share_ / 3, kVerifications * RunOf(load_) + std::min(tests, kManyTests) * Duration(10ms));
}

Duration Reserves::VerifyingInPart(std::size_t tests) const {
  return std::min<Duration>(share_ / 2,
                            RunOf(load_) + std::min(tests, kManyTests) * Duration(10ms));
}

// Two processes are loaded, one of them with all mutants; each forks twice a test.
Duration Reserves::Observing(std::size_t tests) const {
  const Duration loads = 2 * load_ + (judges_mutants_ ? load_ : Duration{});
  return loads + 150ms + std::min(tests, kManyTests) * Duration(6ms);
}

Duration Reserves::Judging(std::size_t tests) const {
  if (!judges_mutants_) return {};
  return std::min<Duration>(share_ / 8, 200ms + std::min(tests, kManyTests) * Duration(10ms));
}

}  // namespace skua::campaign
