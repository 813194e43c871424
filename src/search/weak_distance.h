// How near a test came to infecting the state at a mutant, by what its trace tells without the
// mutant: weak mutation.
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "model/trace.h"
#include "search/goal_set.h"

namespace skua::search {

// Smaller is nearer.
struct Nearness {
  enum Level : uint8_t { kAtPredicates, kInCodeObject, kElsewhere } level = kElsewhere;
  double distance = 0;  // to the boundary, where the operands of a predicate are equal
  auto operator<=>(const Nearness&) const = default;
};

// Where a mutant is.
class MutantPlace {
 public:
  MutantPlace(const GoalSet& goals, model::CodeObjectIndex code_object, uint32_t line);

  model::CodeObjectIndex code_object() const { return code_object_; }
  // By predicate: whether it is one of its line.
  const std::vector<bool>& predicates() const { return predicates_; }

  // A line without predicates is reached with the code object, as far as is known.
  Nearness NearnessOf(const model::Trace& trace) const;

 private:
  model::CodeObjectIndex code_object_;
  std::vector<bool> predicates_;
  bool has_predicates_ = false;
};

}  // namespace skua::search
