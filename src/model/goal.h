// Goals of a search: a goal for each branch of a predicate, each code object without predicates,
// each block, and each goal of other criteria. A pair of modules has coupled branches and goals of
// other criteria.
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
  uint32_t index = 0;  // index of the predicate, code object, coupled branch or criterion goal
  bool operator==(const Goal&) const = default;
};

using GoalIndex = uint32_t;

// Returns all goals in a fixed order: code objects without predicates, each predicate's true and
// false branch, blocks, Subject::criterion_goals. A pair has its coupled branches before
// Subject::criterion_goals. Bits of covered goals in the state refer to this order, without the
// goals of other criteria.
std::vector<Goal> GoalsOf(const Subject& subject);

// Returns the number of goals of branches, code objects, blocks and coupled branches.
std::size_t CountCommon(const Subject& subject, const std::vector<Goal>& goals);

// Returns the number of goals before the blocks. Reports call these goals branches; they are
// comparable with the branch coverage of other tools.
std::size_t CountBranches(const Subject& subject, const std::vector<Goal>& goals);

// Returns the code object that contains the goal; for a coupled branch the caller's.
CodeObjectIndex CodeObjectOf(const Subject& subject, const Goal& goal);

// Returns whether the goal's branch enters the body of its statement (true) or passes it (false).
// Returns nullopt for a branch to another operand of the same condition, and for other goals.
std::optional<bool> JumpOf(const Subject& subject, const Goal& goal);

// Returns whether only the import runs the code object, and no test can: the body of a module or
// class, and the comprehensions in it.
bool RunsAtImport(const Subject& subject, CodeObjectIndex code_object);

// Returns the goals that the import alone covers, in the order of `goals`. Code that tests can call
// does not count, even if it was called at import, since no assertion looked at its result.
std::vector<bool> CoveredByImport(const Subject& subject, const std::vector<Goal>& goals);

}  // namespace skua::model
