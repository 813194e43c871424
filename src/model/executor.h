// Executor, the interface between search or oracle and the process that runs tests: tests go in,
// traces come out. worker/ has the real one; tests have a fake.
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
  kShared,   // in a child that has already run other tests
  kFresh,    // in a child in which no test has left state changed, as far as Skua can see
  kPatient,  // in a child of its own, with twice the time, to tell slow tests from hanging ones
};

class Executor {
 public:
  virtual ~Executor() = default;

  // ENSURES: traces.size() == tests.size(), in order. A test that hangs or crashes affects its own
  // verdict only. Tests that the deadline did not reach are kNotRun. Overwrites `traces` and reuses
  // its buffers. Throws base::Error when the worker is lost and cannot be started again.
  virtual void Execute(std::span<const TestCase> tests, Isolation isolation,
                       const base::Deadline& deadline, std::vector<Trace>& traces) = 0;

  // Runs each test as for kFresh and describes the results and effects of its statements.
  // ENSURES: result.size() == tests.size(), in order.
  virtual std::vector<Observation> Observe(std::span<const TestCase> tests,
                                           const base::Deadline& deadline) = 0;

  // Gives observed tests the answers of another world from now on, one of 256: another time, other
  // random numbers, sets in another order and so on (world/questions.py of the runtime). Does
  // nothing in processes that do not vary their answers. Initially 0.
  virtual void EnterWorld(uint8_t /*number*/) {}

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

  // One mutant, the tests to observe under it, and their limits, as for ObserveUnder.
  struct Trial {
    MutantIndex mutant = kNoIndex;
    std::vector<TestCase> tests = {};
    std::vector<uint32_t> probe_limits = {};
  };
  // Most trials that share a child while none of them leaves state changed: a fork takes longer
  // than most tests.
  static constexpr std::size_t kTrialsTogether = 8;
  // Observes all trials as ObserveUnder does, several at a time. `take` gets the observations of
  // one trial in order, and those of different trials from different threads at the same time.
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
  // Gives each trial a child of its own from now on, since the subject keeps hidden state by which
  // tests end differently after others.
  virtual void KeepTrialsApart() {}
  // Returns the number of trials that run at the same time.
  virtual std::size_t width() const { return 1; }

  // Stops measuring distances of these predicates too, which no open goal needs. An empty list
  // resumes measuring for all predicates.
  virtual void Retire(std::span<const PredicateIndex> predicates) = 0;

  // Suspends the executor until Wake(): its processes then use no time and little memory. REQUIRES:
  // no other call until then.
  virtual void Sleep() {}
  virtual void Wake() {}
};

}  // namespace skua::model
