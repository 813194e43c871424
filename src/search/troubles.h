// Tests that end badly, as findings: they crash the interpreter, do not end, or use up the memory.
// Each is cut at the statement that does it, and counts only when it happens again by itself: a
// test before it in the same child, or a busy machine, may have been the cause.
#pragma once

#include <vector>

#include "base/clock.h"
#include "model/executor.h"
#include "model/subject.h"
#include "model/test_case.h"
#include "model/trace.h"
#include "search/search.h"

namespace skua::search {

inline bool IsTrouble(model::Verdict verdict) {
  return verdict == model::Verdict::kTimedOut || verdict == model::Verdict::kCrashed ||
         verdict == model::Verdict::kOutOfMemory;
}

class Troubles {
 public:
  // Borrows both, which outlive it.
  Troubles(const model::Subject& subject, model::Executor& executor)
      : subject_(subject), executor_(executor) {}

  // `trace` is what the test showed. Runs it again, a few times at most, unless nothing new can
  // come of it. REQUIRES: IsTrouble(trace.verdict).
  void Note(const model::TestCase& test, const model::Trace& trace, const base::Deadline& deadline);

  // The shortest of each verdict and callable of the last statement.
  const std::vector<Trouble>& found() const { return found_; }

 private:
  bool SaysNothingNew(const model::TestCase& test, model::Verdict verdict) const;
  bool Happens(const model::TestCase& test, model::Verdict verdict, const base::Deadline& deadline);
  // The shortest beginning with which it happens again; empty when there is none.
  model::TestCase FindBeginning(const model::TestCase& test, model::Verdict verdict,
                                const base::Deadline& deadline);
  model::TestCase SliceAtEnd(const model::TestCase& test) const;
  void Keep(model::TestCase test, model::Verdict verdict);

  const model::Subject& subject_;
  model::Executor& executor_;
  std::vector<Trouble> found_;
  unsigned crashes_ = 0, others_ = 0;  // tests that were looked at
  std::vector<model::Trace> traces_;
};

}  // namespace skua::search
