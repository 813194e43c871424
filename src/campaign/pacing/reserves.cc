#include "campaign/pacing/reserves.h"

#include <algorithm>
#include <cmath>

namespace skua::campaign {
namespace {

using base::Duration;
using model::Scaled;

Duration ForEach(std::size_t tests, Duration time) { return time * static_cast<int64_t>(tests); }

}  // namespace

double Reserves::Busyness() const {
  if (load_.waited == Duration::zero()) return 1;
  const std::chrono::duration<double> worked = load_.whole - load_.waited;
  return worked * policy_.most_busy > load_.whole ? load_.whole / worked : policy_.most_busy;
}

// The time of a run of pytest without its tests. What was measured was so on the machine as it is.
Duration Reserves::RunOfPytest() const {
  return std::max(Scaled(policy_.pytest, Busyness()), load_.pytest) +
         Scaled(load_.importing, policy_.pytest_imports);
}

void Reserves::ObservingTook(std::size_t tests, Duration time) {
  slowness_ = std::max(1.0, std::chrono::duration<double>(time) / Observing({tests}));
}

std::size_t Reserves::TestsExpected(std::size_t goals, const Policy& policy) {
  return static_cast<std::size_t>(std::ceil(static_cast<double>(goals) * policy.tests_per_goal));
}

Duration Reserves::AfterSearch(const SuiteSize& suite) const {
  return AfterMinimising(suite) + Scaled(share_, policy_.minimising);
}

// The reserve is less than the share and grows more slowly, so the iteration approaches the fixed
// point from below.
Duration Reserves::AfterSearchOf(Duration used, Duration least, const LoadTime& load,
                                 bool judges_mutants, const SuiteSize& suite,
                                 const Policy& policy) {
  constexpr int kRounds = 12;  // after which what is missing is less than a hundredth
  Duration reserve{};
  for (int i = 0; i < kRounds; ++i) {
    const Duration share = std::max(least, used + reserve);
    reserve = Reserves(share, load, judges_mutants, policy).AfterSearch(suite);
  }
  return reserve;
}

// Passes without which there is no file come first. Passes that improve the suite have the rest of
// the time that is not for the search.
Duration Reserves::AfterMinimising(const SuiteSize& suite) const {
  const Duration needed = Observing(suite) + Verifying(suite);
  const Duration wanted = Observing(suite) + AfterObserving(suite);
  const Duration others = Scaled(share_, 1 - policy_.searching - policy_.minimising);
  return std::min(Scaled(share_, policy_.most_after_minimising),
                  std::max(needed, std::min(wanted, others)));
}

Duration Reserves::AfterObserving(const SuiteSize& suite) const {
  return Judging(suite) + AfterJudging(suite);
}

Duration Reserves::LeftByObserving(const SuiteSize& suite, Duration left) const {
  const Duration wanted =
      std::max(Scaled(AfterObserving(suite), 1 - policy_.observing_late), Verifying(suite));
  return std::min(wanted, Scaled(left, 1 - policy_.observing_least));
}

Duration Reserves::AfterJudging(const SuiteSize& suite) const {
  return Verifying(suite) + Scaled(share_, policy_.extending);
}

// Each test also runs alone, in a fork.
Duration Reserves::Verifying(const SuiteSize& suite) const {
  const Duration usual = policy_.verifications * RunOfPytest() +
                         ForEach(suite.tests, Scaled(policy_.verifying_test, Busyness()));
  return std::min(Scaled(share_, policy_.most_verifying),
                  Scaled(usual, slowness_) + policy_.verifying_runs * suite.time) +
         ImportingElsewhere();
}

std::size_t Reserves::Fitting(std::size_t tests, Duration left) const {
  const Duration without_tests =
      std::max(Scaled(policy_.verifications * RunOfPytest(), policy_.fitting * slowness_),
               policy_.fitting_runs * load_.pytest);
  const Duration each = std::max(Scaled(policy_.fitting_test, slowness_),
                                 Scaled(observing_each_, policy_.fitting_observed));
  const auto fitting = static_cast<double>((left - without_tests) / each);
  const auto all = static_cast<double>(tests);
  return static_cast<std::size_t>(std::clamp(fitting, std::ceil(all * policy_.fitting_least), all));
}

std::size_t Reserves::WorthMinimising(std::size_t tests, Duration left) const {
  const Duration after_loads = std::max(left - policy_.observers * load_.whole, Duration::zero());
  return std::max(Fitting(tests, after_loads),
                  std::min<std::size_t>(tests, policy_.minimised_least));
}

Duration Reserves::ImportingElsewhere() const {
  return load_.asks_world ? policy_.imports_elsewhere * load_.whole : Duration::zero();
}

// Two processes are loaded, one of them with all mutants; a child of each observes several tests.
Duration Reserves::Observing(const SuiteSize& suite) const {
  const unsigned loads = policy_.observers + (judges_mutants_ ? policy_.loading_mutants : 0);
  return loads * load_.whole + ImportingElsewhere() + policy_.observing +
         ForEach(suite.tests, policy_.observing_test) + policy_.observing_runs * suite.time;
}

Duration Reserves::Judging(const SuiteSize& suite) const {
  if (!judges_mutants_) return {};
  const Duration usual = policy_.judging + ForEach(suite.tests, policy_.judging_test);
  return std::min(Scaled(share_, policy_.most_judging), Scaled(usual, slowness_));
}

}  // namespace skua::campaign
