// The distance of a test from a mutant; smaller is nearer.
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "model/trace.h"
#include "search/goals/goal_set.h"

namespace skua::search {

// The distance of a test from a mutant; smaller is nearer.
struct Nearness {
  enum Level : uint8_t { kAtPredicates, kInCodeObject, kElsewhere } level = kElsewhere;
  double distance = 0;  // to the boundary, where a predicate's operands are equal
  auto operator<=>(const Nearness&) const = default;
};

// The place of a mutant in the source.
class MutantPlace {
 public:
  MutantPlace(const GoalSet& goals, model::CodeObjectIndex code_object, uint32_t line);

  model::CodeObjectIndex code_object() const { return code_object_; }
  // By predicate: whether it stands in the mutant's line.
  const std::vector<bool>& predicates() const { return predicates_; }

  // A line without predicates counts as reached when its code object is entered; nothing more is
  // known.
  Nearness NearnessOf(const model::Trace& trace) const;

 private:
  model::CodeObjectIndex code_object_;
  std::vector<bool> predicates_;
  bool has_predicates_ = false;
};

}  // namespace skua::search
