// Reserves parts of a campaign's share for later passes, so that each campaign ends with a written
// file. All estimates grow with the time of loading the subject, which shows how large it is and
// how busy the machine.
#pragma once

#include <algorithm>
#include <cstddef>

#include "base/clock.h"
#include "model/options/time_policy.h"

namespace skua::campaign {

// The time of loading a subject in a server, and the part of it that importing took, which alone a
// run of pytest repeats: the rest describes the subject for a search.
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

// The number of tests, and how long running all of them once takes, if it is known.
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

  // Notes how long observing took, which shows how busy the machine has become: later passes are
  // expected to be slower than usual by as much. REQUIRES: all of the tests were observed.
  void ObservingTook(std::size_t tests, base::Duration time);

  // Notes how long observing took for each test, without loading.
  void ObservingEachTook(base::Duration time) { observing_each_ = time; }

  // Sets the measured time of a run of pytest without tests (LoadTime::pytest).
  void PytestTakes(base::Duration time) { load_.pytest = time; }

  // Returns how many tests a search for so many goals is expected to keep.
  static std::size_t TestsExpected(std::size_t goals, const Policy& policy);

  // Returns the time for all passes after the search.
  base::Duration AfterSearch(const SuiteSize& suite) const;
  // Returns the time for all passes after minimising: observing, mutants, verification.
  base::Duration AfterMinimising(const SuiteSize& suite) const;
  // Returns the time for all passes after observing: mutants, verification.
  base::Duration AfterObserving(const SuiteSize& suite) const;
  // Returns the part of the remaining time that observing must leave to later passes; never all of
  // it.
  base::Duration LeftByObserving(const SuiteSize& suite, base::Duration left) const;
  // Returns the least time for the passes after the first judgement of the mutants: plainer values,
  // more tests, and verification.
  base::Duration AfterJudging(const SuiteSize& suite) const;
  base::Duration Verifying(const SuiteSize& suite) const;
  // Returns how many of the tests can be verified in the remaining time, as far as is known.
  std::size_t Fitting(std::size_t tests, base::Duration left) const;
  // Returns how many of the tests to minimise: as many as can then be observed and verified in the
  // remaining time, as far as is known.
  std::size_t WorthMinimising(std::size_t tests, base::Duration left) const;
  // Returns whether, before observing, there is time for mutants.
  bool SufficeForMutants(const SuiteSize& suite, base::Duration left) const {
    return judges_mutants_ && left > Observing(suite) + policy_.judging + Verifying(suite);
  }

  // Returns the time for all passes after a search that is over after `used`, computed as for a
  // share of the resulting length, but at least of length `least`.
  static base::Duration AfterSearchOf(base::Duration used, base::Duration least,
                                      const LoadTime& load, bool judges_mutants,
                                      const SuiteSize& suite, const Policy& policy = {});

 private:
  // Returns how many times as long as on an idle machine everything takes, by how long loading
  // waited.
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
