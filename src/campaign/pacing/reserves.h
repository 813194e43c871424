// How much of a campaign's share is kept back for later passes, so that each campaign ends with a
// written file. All estimates grow with the time that loading the subject took, which tells how
// large it is and how busy the machine.
#pragma once

#include <algorithm>
#include <cstddef>

#include "base/clock.h"
#include "model/options/time_policy.h"

namespace skua::campaign {

// How long loading a subject took in a server, and the part of it that importing took, which is
// all that a run of pytest repeats: the rest describes the subject to a search.
struct LoadTime {
  // An import that nobody measured counts as all of the load.
  explicit LoadTime(base::Duration load) : whole(load), importing(load) {}
  LoadTime(base::Duration load, base::Duration import_time, base::Duration waiting = {})
      : whole(load), importing(std::min(load, import_time)), waited(std::min(load, waiting)) {}

  base::Duration whole, importing;
  base::Duration waited{};  // the part in which no processor worked on it
  bool asks_world = false;  // so the import is repeated in other worlds
  base::Duration pytest{};  // what a run of it takes without tests and subject; zero: not known
};

// How many tests there are, and how long running all of them once takes, as far as it is known.
struct SuiteSize {
  std::size_t tests = 0;
  base::Duration time{};
};

class Reserves {
 public:
  using Policy = model::TimePolicy::Reserves;

  Reserves(base::Duration share, const LoadTime& load, bool judges_mutants,
           const Policy& policy = {})
      : policy_(policy),
        share_(std::max(share - load.whole, model::Scaled(share, policy.least_of_share))),
        load_(load),
        judges_mutants_(judges_mutants) {}

  // Tells how long observing took, which shows how busy the machine has become: what is left to do
  // is expected to be slower than usual by as much. REQUIRES: all of the tests were observed.
  void ObservingTook(std::size_t tests, base::Duration time);

  // Tells how long observing took for a test, without loading.
  void ObservingEachTook(base::Duration time) { observing_each_ = time; }

  // Sets the measured time of a run of pytest without tests (LoadTime::pytest).
  void PytestTakes(base::Duration time) { load_.pytest = time; }

  // How many tests a search for so many goals is expected to keep.
  static std::size_t TestsExpected(std::size_t goals, const Policy& policy);

  // For everything behind the search.
  base::Duration AfterSearch(const SuiteSize& suite) const;
  // For everything behind minimising: observing, mutants, verification.
  base::Duration AfterMinimising(const SuiteSize& suite) const;
  // For everything behind observing: mutants, verification.
  base::Duration AfterObserving(const SuiteSize& suite) const;
  // The part of the time left that observing must leave to what follows; never all of it.
  base::Duration LeftByObserving(const SuiteSize& suite, base::Duration left) const;
  // For everything behind the first judgement of the mutants: plainer values and more tests, for
  // which this is the least time, and verification.
  base::Duration AfterJudging(const SuiteSize& suite) const;
  base::Duration Verifying(const SuiteSize& suite) const;
  // How many of so many tests can be verified in the time that is left, as far as is known.
  std::size_t Fitting(std::size_t tests, base::Duration left) const;
  // Returns how many of so many tests to minimise: those that can then be observed and verified in
  // the time that is left, as far as is known.
  std::size_t WorthMinimising(std::size_t tests, base::Duration left) const;
  // Whether at this point, before observing, there is time for mutants.
  bool SufficeForMutants(const SuiteSize& suite, base::Duration left) const {
    return judges_mutants_ && left > Observing(suite) + policy_.judging + Verifying(suite);
  }

  // For everything behind a search that is over after `used`, computed as for a share of the
  // resulting length, but at least of length `least`.
  static base::Duration AfterSearchOf(base::Duration used, base::Duration least,
                                      const LoadTime& load, bool judges_mutants,
                                      const SuiteSize& suite, const Policy& policy = {});

 private:
  // How many times as long as on an idle machine everything takes, by what loading waited.
  double Busyness() const;
  base::Duration RunOfPytest() const;
  base::Duration ImportingElsewhere() const;
  base::Duration Observing(const SuiteSize& suite) const;
  base::Duration Judging(const SuiteSize& suite) const;

  Policy policy_;
  base::Duration share_;  // the part of the share that is left after loading
  LoadTime load_;
  bool judges_mutants_;
  base::Duration observing_each_{};
  double slowness_ = 1;  // how many times as long as usual everything takes
};

}  // namespace skua::campaign
