// From tests that cover goals to a suite: observes each in two fresh processes, keeps what both saw
// as assertions, and decides which exceptions are expected and which are findings.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "base/clock.h"
#include "model/executor.h"
#include "model/subject.h"
#include "model/suite.h"
#include "oracle/assertion_builder.h"

namespace skua::oracle {

struct CoveringTest {
  model::TestCase test;
  std::vector<model::GoalIndex> goals;
};

// A test that crashed or hung while searching.
struct Trouble {
  model::TestCase test;
  model::Verdict verdict = model::Verdict::kNotRun;  // kCrashed or kTimedOut
};

// The goals that a test covers when it is run on its own.
using GoalsOf = std::function<std::vector<model::GoalIndex>(const model::TestCase&)>;

struct BuildOptions {
  AssertionLimits assertions = {};  // kAllCandidates before a mutation analysis
  // Keeps findings that only blame our own argument, too.
  bool all_findings = false;
  // With it, a test that ends in a weak finding is cut off before it where the rest covers goals of
  // its own; without, it is kept whole for them.
  GoalsOf goals_of = {};
  std::vector<Trouble> troubles = {};
};

struct BuiltSuite {
  model::Suite suite;  // findings last, the weightiest first
  // Tests left out, and why.
  struct Dropped {
    std::size_t flaky = 0;       // the two processes disagree on how it ends
    std::size_t unfinished = 0;  // timed out, crashed, ran out of memory
    std::size_t boundary = 0;    // raises only because of our own wrong arguments
    std::size_t reaching_out =
        0;  // writes files, starts processes, connects: not to be run unprotected
    std::size_t duplicates = 0;  // shows a finding that another test shows
    std::size_t unwritable = 0;  // too large an argument, or nothing that runs the subject
    std::size_t total() const {
      return flaky + unfinished + boundary + reaching_out + duplicates + unwritable;
    }
  } dropped;
  std::size_t unstable_values = 0;  // seen, but different in the two processes
  std::size_t unobserved = 0;       // kept without assertions: the deadline came first
};

// `first` and `second` have the same subject loaded, uninstrumented, in processes with different
// hash seeds. Never gives less than the tests themselves: when the deadline comes or a worker is
// lost, the rest is kept without assertions. Keeps the order of `tests`, but for findings.
// A finding is shown once for its type and place. A test that ends in one that is shown already, or
// that only blames our own argument, is kept where it alone covers goals, and then expects it.
// Of troubles those are kept that happen again, as far as they lead to them.
BuiltSuite BuildSuite(const std::vector<CoveringTest>& tests, const model::Subject& subject,
                      model::Executor& first, model::Executor& second,
                      const base::Deadline& deadline, const BuildOptions& options = {});

}  // namespace skua::oracle
