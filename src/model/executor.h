// The seam between search or oracle and the process that runs tests: tests go in, traces come out.
// worker/ has the real one; tests have a fake.
#pragma once

#include <functional>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "model/mutant.h"
#include "model/test_case.h"
#include "model/trace.h"

namespace skua::model {

enum class Isolation {
  kShared,   // in a child that has run other tests
  kFresh,    // in a child in which no test has left anything, as far as that can be seen
  kPatient,  // in a child of its own, with twice the time: what ends then was only slowed down
};

class Executor {
 public:
  virtual ~Executor() = default;

  // ENSURES: traces.size() == tests.size(), in order. A test that hangs or crashes costs its own
  // verdict and nobody else's. Tests that the deadline did not reach are kNotRun.
  // `traces` is reused: what it held is overwritten, its buffers kept.
  // Throws base::Error when the worker is gone and cannot be had again.
  virtual void Execute(std::span<const TestCase> tests, Isolation isolation,
                       const base::Deadline& deadline, std::vector<Trace>& traces) = 0;

  // Runs each test as for kFresh and describes what its statements left behind.
  // ENSURES: result.size() == tests.size(), in order.
  virtual std::vector<Observation> Observe(std::span<const TestCase> tests,
                                           const base::Deadline& deadline) = 0;

  // From now on observed tests iterate sets in another order, one of 256, where that is up to the
  // hash seed or to addresses; does nothing in processes that do not vary it. At first it is 0.
  virtual void OrderSets(uint8_t /*number*/) {}

  // Observes the tests in order in one new child in which `mutant` is active (kNoIndex: none), each
  // with its own limit on executed probes, until `take` has enough: it is given each observation
  // and says whether to go on. A test that hangs or crashes there ends with that verdict, and the
  // next goes on in another child. Ends early when the deadline comes. REQUIRES: the subject was
  // loaded with LoadOptions::mutants; limits.size() == tests.size(). Throws std::logic_error where
  // it was not.
  using TakeObservation = std::function<bool(std::size_t test, Observation observation)>;
  virtual void ObserveUnder(MutantIndex /*mutant*/, std::span<const TestCase> /*tests*/,
                            std::span<const uint32_t> /*probe_limits*/,
                            const base::Deadline& /*deadline*/, const TakeObservation& /*take*/) {
    throw std::logic_error("the subject was loaded without mutants");
  }

  // One mutant, with the tests that are observed under it and their limits, as for ObserveUnder.
  struct Trial {
    MutantIndex mutant = kNoIndex;
    std::vector<TestCase> tests = {};
    std::vector<uint32_t> probe_limits = {};
  };
  // A fork takes longer than most tests, so that so many trials share a child, as long as what ran
  // there left nothing behind that is seen.
  static constexpr std::size_t kTrialsTogether = 8;
  // The same for each trial, several at a time. `take` is given the observations of one trial in
  // order; for different trials it is called at the same time, by different threads.
  using TakeOfTrial =
      std::function<bool(std::size_t trial, std::size_t test, Observation observation)>;
  virtual void ObserveEachUnder(std::span<const Trial> trials, const base::Deadline& deadline,
                                const TakeOfTrial& take) {
    for (std::size_t trial = 0; trial < trials.size(); ++trial) {
      ObserveUnder(
          trials[trial].mutant, trials[trial].tests, trials[trial].probe_limits, deadline,
          [&](std::size_t test, Observation seen) { return take(trial, test, std::move(seen)); });
    }
  }
  // From now on each trial has a child of its own: the subject keeps something that is not seen, by
  // which tests end otherwise behind others.
  virtual void KeepTrialsApart() {}
  // How many trials are made at a time, as of now.
  virtual std::size_t width() const { return 1; }

  // From now on these predicates, too, need no distances: nothing they can show changes a goal.
  // An empty list brings all of them back.
  virtual void Retire(std::span<const PredicateIndex> predicates) = 0;

  // Nothing is asked of the executor until Wake: its processes then use no time and little memory.
  virtual void Sleep() {}
  virtual void Wake() {}
};

}  // namespace skua::model
