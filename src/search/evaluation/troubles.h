// Tests that end badly, as findings: they crash the interpreter, do not end, or use up the memory.
// During the search they are only noted, since looking at one takes as long as its time limit.
// Afterwards each is cut after the statement that ends badly. It counts only when that happens
// again by itself: a test before it in the same child, or a busy machine, may have been the cause.
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

// A test whose last statement was confirmed to end badly.
struct Trouble {
  model::TestCase test;
  model::Verdict verdict = model::Verdict::kNotRun;  // kCrashed, kTimedOut or kOutOfMemory
};

// A test that seemed to end badly.
struct Suspect {
  model::TestCase test;
  model::Verdict verdict = model::Verdict::kNotRun;
  bool is_cut = false;  // after the statement that did it. Without a cut, any statement may have
                        // been it: a process that is gone does not tell how far it came
};

class Suspects {
 public:
  // Notes a test, whose trace is `trace`. Keeps the shortest for each verdict and callable, and a
  // few for each verdict. REQUIRES: IsTrouble(trace.verdict).
  void Note(const model::TestCase& test, const model::Trace& trace);

  const std::vector<Suspect>& noted() const { return noted_; }

 private:
  std::vector<Suspect> noted_;
  std::map<model::Verdict, std::size_t> counts_;
};

// The suspects that end badly again, in a child of their own and with twice the time: the shortest
// for each verdict and callable at the end.
std::vector<Trouble> ConfirmTroubles(const model::Subject& subject, model::Executor& executor,
                                     std::span<const Suspect> suspects,
                                     const base::Deadline& deadline);

}  // namespace skua::search
