// DynaMOSA's dynamic selection of targets (Panichella et al. 2018a): a branch becomes a target when
// a branch that it is control dependent on is covered, and stops being one when it is covered
// itself.
#pragma once

#include <span>
#include <vector>

#include "search/fitness.h"
#include "search/goal_set.h"
#include "search/ranking.h"

namespace skua::search {

class DynamicTargets {
 public:
  // Borrows the goals, which outlive it. No targets yet: Update() first.
  explicit DynamicTargets(const GoalSet& goals);

  // Selects anew. `covered`: by goal.
  void Update(const std::vector<bool>& covered);

  uint32_t size() const { return static_cast<uint32_t>(targets_.size()); }
  model::GoalIndex operator[](uint32_t target) const { return targets_[target]; }

  // A test's fitness for the targets in the code objects it entered; for all others it is the
  // worst. `fitness` is loaded with the test's trace. Overwrites `row`.
  void FillRow(const Fitness& fitness, std::span<const model::CodeObjectIndex> code_objects,
               std::vector<FitnessEntry>& row) const;

 private:
  bool IsOpen(model::GoalIndex goal, const std::vector<bool>& covered) const;

  const GoalSet& goals_;
  std::vector<std::vector<model::GoalIndex>> goals_of_;  // by code object
  std::vector<model::GoalIndex> targets_;                // by code object, then by goal
  std::vector<uint32_t> first_target_;  // by code object, and the end: index into targets_
};

}  // namespace skua::search
