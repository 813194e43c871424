// What is to be covered: one goal a branch of a predicate, one a code object without predicates,
// and one a block.
#pragma once

#include <cstdint>
#include <vector>

#include "model/subject.h"

namespace skua::model {

enum class GoalKind : uint8_t { kTrueBranch, kFalseBranch, kCodeObject };

struct Goal {
  GoalKind kind = GoalKind::kCodeObject;  // kTrueBranch for a block
  uint32_t index = 0;  // of the predicate, or of the code object
  bool operator==(const Goal&) const = default;
};

using GoalIndex = uint32_t;

// All goals in a fixed order: code objects without predicates first, then each predicate's true and
// false branch, then blocks. The order is what covered-goal bits in the state refer to.
std::vector<Goal> GoalsOf(const Subject& subject);

// How many of them come before the blocks: what reports call branches, and what compares with the
// branch coverage of others.
std::size_t CountBranches(const Subject& subject, const std::vector<Goal>& goals);

// Whether importing the module runs it and no test can: a module's or a class's body, and the
// comprehensions in it.
bool RunsAtImport(const Subject& subject, CodeObjectIndex code_object);

// Covered by import alone, in the order of `goals`. What tests can call is theirs to cover, even
// when something was called at import: nobody looked at what it did.
std::vector<bool> CoveredByImport(const Subject& subject, const std::vector<Goal>& goals);

}  // namespace skua::model
