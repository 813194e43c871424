// Makes a suite from tests that cover goals: observes each test in two fresh processes, and tests
// that ask for the time and the like in many worlds; asserts the values that are always equal; and
// decides which exceptions are expected and which are findings.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "base/clock.h"
#include "model/executor.h"
#include "model/subject.h"
#include "model/suite.h"
#include "oracle/assertions/assertion_builder.h"

namespace skua::oracle {

struct CoveringTest {
  model::TestCase test;
  std::vector<model::GoalIndex> goals;
  bool only_as_finding = false;  // written only if it shows a finding
};

// A test that crashed or hung while searching.
struct Trouble {
  model::TestCase test;
  model::Verdict verdict = model::Verdict::kNotRun;  // kCrashed or kTimedOut
};

// Returns the goals that a test covers when it is run on its own.
using GoalsOf = std::function<std::vector<model::GoalIndex>(const model::TestCase&)>;

struct BuildOptions {
  AssertionLimits assertions = {};  // kAllCandidates before a mutation analysis
  // Also keeps findings that no evidence supports (oracle/findings/evidence.h).
  bool all_findings = false;
  // With this function, a test that ends in a weak finding is cut off before the finding if the
  // rest covers goals of its own. Without it, such a test is kept whole for these goals.
  GoalsOf goals_of = {};
  std::vector<Trouble> troubles = {};
  // The number of worlds in which the subject is imported anew, and the executor that imported it
  // in one of them, or nullptr if that failed.
  uint8_t import_worlds = 0;
  std::function<model::Executor*(uint8_t world)> imported_in = {};
  // Goals that other tests cover. They do not justify a test of a wrong argument.
  std::vector<model::GoalIndex> covered = {};
};

struct BuiltSuite {
  model::Suite suite;  // findings come last, sorted by weight
  // Numbers of omitted tests, by reason.
  struct Dropped {
    std::size_t flaky = 0;       // the two processes disagree on their ends
    std::size_t unfinished = 0;  // timed out, crashed, ran out of memory
    std::size_t boundary = 0;    // raise only because of our own wrong arguments
    // Write files, start processes or connect, and must not run unprotected.
    std::size_t reaching_out = 0;
    std::size_t duplicates = 0;  // show a finding that another test shows
    std::size_t unwritable = 0;  // an argument is too large, or nothing runs the subject
    std::size_t total() const {
      return flaky + unfinished + boundary + reaching_out + duplicates + unwritable;
    }
  } dropped;
  std::size_t unstable_values = 0;  // values that differed between the two processes
  // Time to observe one test: the least mean of a turn of about thirty tests; 0 without a whole
  // turn.
  base::Duration observing_each{};
  std::size_t unobserved = 0;  // tests kept without assertions, because the deadline came first
};

// Observes all tests. A test that could not be observed, because the deadline came first or the
// worker was lost, is kNotRun.
std::vector<model::Observation> ObserveAll(const std::vector<model::TestCase>& tests,
                                           model::Executor& executor,
                                           const base::Deadline& deadline);

// Builds the suite. `first` and `second` have the same subject loaded, uninstrumented, in processes
// with different hash seeds. When the deadline comes or a worker is lost, the remaining tests are
// kept without assertions. The order of `tests` stays, except that findings come last. Each
// exception type and source line makes one finding. A test whose finding another test shows, or no
// evidence supports, is kept if it alone covers goals, and then expects the exception. Blocks do
// not suffice as goals for an exception of Python's own or a wrong argument. Troubles are kept if
// they happen again, cut down to the statements that lead to them.
BuiltSuite BuildSuite(const std::vector<CoveringTest>& tests, const model::Subject& subject,
                      model::Executor& first, model::Executor& second,
                      const base::Deadline& deadline, const BuildOptions& options = {});

}  // namespace skua::oracle
