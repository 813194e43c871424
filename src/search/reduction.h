// Proposes smaller versions of one test, one after the other: without what nothing uses, then
// without a statement and what uses it. Leaves alone what stands in front of every test.
#pragma once

#include <cstddef>

#include "model/test_case.h"
#include "search/environment.h"

namespace skua::search {

class Reduction {
 public:
  // Borrows the environment, which outlives it.
  Reduction(const Environment& environment, const model::TestCase& test)
      : environment_(&environment), test_(test) {}

  const model::TestCase& test() const { return test_; }

  // Writes the next candidate; false when there is none left.
  bool Propose(model::TestCase& candidate);
  // The last candidate does what the test did.
  void Accept(const model::TestCase& candidate);

 private:
  enum class Phase { kUnused, kStatements, kDone };

  // Makes `candidate` (the test) smaller at the place that is next, from the end to the beginning;
  // false when nothing can be done there.
  bool Step(model::TestCase& candidate);

  const Environment* environment_;
  model::TestCase test_;
  Phase phase_ = Phase::kUnused;
  int pass_ = 0;
  bool pass_gained_ = false;
  std::size_t statement_ = 0;  // one behind the next statement to look at
};

}  // namespace skua::search
