// Proposes smaller versions of one test, one after the other: first without the statements that
// nothing uses, then without one statement and those that use it. The prefix that stands in front
// of every test is left alone.
#pragma once

#include <cstddef>

#include "model/subject.h"
#include "model/test_case.h"
#include "search/making/environment_statements.h"

namespace skua::search {

class Reduction {
 public:
  // Borrows the environment, which outlives it.
  Reduction(const Environment& environment, const model::TestCase& test)
      : environment_(&environment), test_(test) {}

  // From now on also proposes to leave out arguments and elements, but for the last element of a
  // collection, where the test without unneeded statements has more than `above` of them. Borrows
  // the subject, which outlives it.
  void LeaveOutArguments(const model::Subject& subject, std::size_t above) {
    subject_ = &subject;
    above_ = above;
  }

  const model::TestCase& test() const { return test_; }

  // Writes the next candidate; false when there is none left.
  bool Propose(model::TestCase& candidate);
  // Takes the last candidate as the test from now on, because it does what the test did.
  void Accept(const model::TestCase& candidate);

 private:
  enum class Phase { kUnused, kStatements, kParts, kDone };

  // Makes `candidate`, a copy of the test, smaller at the next place, from the end to the
  // beginning; false when nothing can be done there.
  bool Step(model::TestCase& candidate);
  // The same for an argument or an element.
  bool StepOfParts(model::TestCase& candidate);

  const Environment* environment_;
  const model::Subject* subject_ = nullptr;  // null: arguments stay
  std::size_t above_ = 0;
  model::TestCase test_;
  Phase phase_ = Phase::kUnused;
  int pass_ = 0;
  bool pass_gained_ = false;
  std::size_t statement_ = 0;           // one behind the next statement to look at
  std::size_t parts_left_ = kAllParts;  // of the statement at hand: those before this one

  static constexpr std::size_t kAllParts = static_cast<std::size_t>(-1);
};

}  // namespace skua::search
