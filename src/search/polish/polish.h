// Makes tests such that a stranger would merge them. All of it is one idea: a **measure** says how
// much a reader minds in a test (measure.h), **passes** propose versions of it (passes.h), and
// **one loop** takes a version if its measure is lower and it keeps what the test is kept for. So
// the loop needs to know nothing of tests, the passes nothing of taste, and it ends, since every
// version that is taken is lower in a measure that cannot fall for ever.
//
// What a reader minds, the worst first:
//   1. calls of what is private,
//   2. values that contradict what is expected at their place,
//   3. values that say nothing, as 0 and [] do,
//   4. calls,
//   5. values that are not expected: odd texts, one value in two roles,
//   6. the number of values and arguments, and
//   7. the length of odd texts and the digits of numbers.
// What is expected at a place is one question (expectations.h), asked of each use of each value
// (use_map.h).
//
// To add a taste, ask what it is about.
//   People pass something else for such a parameter: teach the prior (search/expected).
//   A kind of value is odd at a kind of place: add a row to kOddKinds in expectations.cc, and what
//   a
//     reader would write there to its proposals.
//   A whole test looks odd: count it in a term of measure.cc.
//   Nothing proposes what would be better: add a pass to passes.cc. It proposes more than will do,
//     since the loop looks after the rest; its unit test shows what it proposes, not what is taken.
// A loop of its own, a veto, or a pass that asks whether its version is wanted is not needed.
//
// The model is Hypothesis' shrinker (internal/conjecture/shrinker.py): its sort_key and its passes.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "base/clock.h"
#include "model/subject.h"
#include "model/test_case.h"
#include "search/polish/passes.h"

namespace skua::search {

// Judges versions: for each, whether it can take the place of test `test`. The callback should say
// the same of the same version each time. The first that will do is taken, so those behind it need
// not be judged.
using Keeps =
    std::function<std::vector<bool>(std::size_t test, std::span<const model::TestCase> versions)>;

struct PolishOptions {
  std::span<const Pass> passes = AllPasses();
  std::size_t max_versions = 400;  // that are asked about for one test
  std::size_t batch = 12;          // versions that are asked about together
  // The suite of which these tests are a part: what others pass is expected. Empty: they are all.
  std::span<const model::TestCase> suite = {};
  Observe observe = nullptr;
  // By test, what its act was seen to do; empty where nothing was observed.
  std::vector<Outcome> outcomes = {};
};

struct Polished {
  std::vector<model::TestCase> tests;
  bool is_complete = true;  // neither the deadline nor max_versions stopped it
};

// All tests go through a pass before the next begins, so that a deadline is fair to them.
// `confirms`, unless it is null, is asked at the end about each test that changed; where it refuses
// what became of a test, it is asked about steps on the way there, and a test of which it refuses
// all stays as it was. (Its deadline should be later than this one's.) ENSURES: the result has, for
// each test, that test or a version with a lower measure that does what must be kept, well-formed
// when the tests are. Applied to its own result it changes nothing, if nothing stopped it.
Polished Polish(const model::Subject& subject, std::vector<model::TestCase> tests,
                const Keeps& keeps, const Keeps& confirms, const base::Deadline& deadline,
                const PolishOptions& options = {});

// By test, the versions with fewer calls that passes propose, whether they are better or not.
std::vector<std::vector<model::TestCase>> WithFewerCalls(const model::Subject& subject,
                                                         std::span<const model::TestCase> tests,
                                                         const Observe& observe);

// Tells the tests that a maintainer minds more than a mutant which nothing notices. Where a branch
// needs them they are better than none.
class FarFetched {
 public:
  // Learns from the tests of a suite what is usually passed, and which internal callables it cannot
  // do without. Borrows the subject, which outlives this.
  FarFetched(const model::Subject& subject, std::span<const model::TestCase> suite);
  ~FarFetched();
  FarFetched(const FarFetched&) = delete;
  FarFetched& operator=(const FarFetched&) = delete;

  // Whether the test, which has statements, calls something internal that the suite leaves alone,
  // or passes a value that contradicts what is expected. Where the last call checks types itself,
  // such a value may be what the test is about.
  bool Is(const model::TestCase& test) const;
  // Returns the cost of unexpected values of the test; higher is worse.
  uint64_t CostOf(const model::TestCase& test) const;

 private:
  struct Knowledge;
  std::unique_ptr<Knowledge> knowledge_;
};

}  // namespace skua::search
