// Tests that end badly, as findings: they crash the interpreter, do not end, or use up the memory.
// The search only notes them, since each costs its limit on time to look at. Afterwards each is cut
// at the statement that does it, and counts only when it happens again by itself: a test before it
// in the same child, or a busy machine, may have been the cause.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "base/clock.h"
#include "model/executor.h"
#include "model/subject.h"
#include "model/test_case.h"
#include "model/trace.h"

namespace skua::search {

inline bool IsTrouble(model::Verdict verdict) {
  return verdict == model::Verdict::kTimedOut || verdict == model::Verdict::kCrashed ||
         verdict == model::Verdict::kOutOfMemory;
}

// A test that ends so in its last statement.
struct Trouble {
  model::TestCase test;
  model::Verdict verdict = model::Verdict::kNotRun;  // kCrashed, kTimedOut or kOutOfMemory
};

// A test that seemed to.
struct Suspect {
  model::TestCase test;
  model::Verdict verdict = model::Verdict::kNotRun;
  bool is_cut = false;  // its last statement did it; else one of them: a process that is gone does
                        // not tell how far it came
};

class Suspects {
 public:
  // `trace` is what the test showed. Keeps the shortest of each verdict and callable, a few of each
  // verdict. REQUIRES: IsTrouble(trace.verdict).
  void Note(const model::TestCase& test, const model::Trace& trace);

  const std::vector<Suspect>& noted() const { return noted_; }

 private:
  std::vector<Suspect> noted_;
  std::map<model::Verdict, std::size_t> counts_;
};

// Those that happen again in a child of their own with twice the time, the shortest of each verdict
// and callable at the end.
std::vector<Trouble> ConfirmTroubles(const model::Subject& subject, model::Executor& executor,
                                     std::span<const Suspect> suspects,
                                     const base::Deadline& deadline);

}  // namespace skua::search
