// Proposes smaller versions of one test, one after the other: without a statement and what uses it,
// without an optional argument or an element, with half of a text. Leaves alone what stands in
// front of every test, names, and what a TypedDict requires.
#pragma once

#include <cstdint>

#include "model/test_case.h"
#include "search/environment.h"

namespace skua::search {

class Reduction {
 public:
  // Borrows the subject and the environment, which outlive it.
  Reduction(const model::Subject& subject, const Environment& environment,
            const model::TestCase& test)
      : subject_(&subject), environment_(&environment), test_(test) {}

  const model::TestCase& test() const { return test_; }

  // Writes the next candidate; false when there is none left.
  bool Propose(model::TestCase& candidate);
  // The last candidate does what the test did.
  void Accept(const model::TestCase& candidate);

 private:
  enum class Phase { kUnused, kStatements, kParts, kDone };
  static constexpr std::size_t kFromTheEnd = SIZE_MAX;

  void StartPass();
  void StartPhase(Phase phase);
  // Makes `candidate` (the test) smaller at the place that is next; false when nothing can be done
  // there. Both walk from the end to the beginning.
  bool Step(model::TestCase& candidate);
  // A part of statement `statement_ - 1`: an optional argument, an element, half of a text.
  bool StepPart(model::TestCase& candidate);
  std::size_t PartsOf(const model::TestCase& test, std::size_t index) const;
  // Whether operand `place` of a TypedDict is a key that its type requires.
  bool IsRequiredKey(const model::TestCase& test, const model::Statement& dict,
                     std::size_t place) const;

  const model::Subject* subject_;
  const Environment* environment_;
  model::TestCase test_;
  Phase phase_ = Phase::kUnused;
  int pass_ = 0;
  bool pass_gained_ = false;
  std::size_t statement_ = 0;  // one behind the next statement to look at
  std::size_t part_ = 0;       // one behind the next part of it
};

}  // namespace skua::search
