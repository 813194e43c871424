// What is to be covered: a goal for each branch of a predicate, each code object without
// predicates, and each block; then what other criteria add. For a pair of modules there is one for
// each of their coupled branches; then likewise.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/subject.h"

namespace skua::model {

enum class GoalKind : uint8_t {
  kTrueBranch,
  kFalseBranch,
  kCodeObject,
  kCoupledBranch,
  kCriterion,
};

struct Goal {
  GoalKind kind = GoalKind::kCodeObject;  // kTrueBranch for a block
  uint32_t index = 0;  // of the predicate, the code object, the coupled branch, the criterion goal
  bool operator==(const Goal&) const = default;
};

using GoalIndex = uint32_t;

// All goals in a fixed order: code objects without predicates first, then each predicate's true and
// false branch, then blocks, then Subject::criterion_goals. A pair has its
// coupled branches in their order before the last. The order is what covered-goal bits in the state
// refer to; these hold no goals of other criteria.
std::vector<Goal> GoalsOf(const Subject& subject);

// How many goals come before those of other criteria.
std::size_t CountCommon(const Subject& subject, const std::vector<Goal>& goals);

// How many of the goals come before the blocks: reports call these branches, and they compare with
// the branch coverage of others.
std::size_t CountBranches(const Subject& subject, const std::vector<Goal>& goals);

// The code object that a goal lies in; of coupled branches the caller's.
CodeObjectIndex CodeObjectOf(const Subject& subject, const Goal& goal);

// Where the statement goes with the branch that is the goal: into its body, or past it. Nothing for
// a branch to another operand of the same condition, and for goals that are no branches.
std::optional<bool> JumpOf(const Subject& subject, const Goal& goal);

// Whether importing the module runs the code object and no test can: the body of a module or class,
// and the comprehensions in it.
bool RunsAtImport(const Subject& subject, CodeObjectIndex code_object);

// The goals covered by import alone, in the order of `goals`. Code that tests can call is theirs to
// cover, even when it was called at import: nobody looked at what it did.
std::vector<bool> CoveredByImport(const Subject& subject, const std::vector<Goal>& goals);

}  // namespace skua::model
