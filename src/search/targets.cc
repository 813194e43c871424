#include "search/targets.h"

#include <algorithm>

namespace skua::search {

using model::CodeObjectIndex;
using model::GoalIndex;
using model::GoalKind;

DynamicTargets::DynamicTargets(const GoalSet& goals)
    : goals_(goals),
      goals_of_(goals.subject().code_objects.size()),
      first_target_(goals_of_.size() + 1, 0) {
  for (GoalIndex goal = 0; goal < goals.size(); ++goal) {
    if (goals.IsReachable(goal)) goals_of_[goals.CodeObjectOf(goal)].push_back(goal);
  }
}

void DynamicTargets::Update(const std::vector<bool>& covered) {
  targets_.clear();
  for (CodeObjectIndex c = 0; c < goals_of_.size(); ++c) {
    first_target_[c] = size();
    for (GoalIndex goal : goals_of_[c]) {
      if (!covered[goal] && IsOpen(goal, covered)) targets_.push_back(goal);
    }
  }
  first_target_.back() = size();
}

bool DynamicTargets::IsOpen(GoalIndex goal, const std::vector<bool>& covered) const {
  if (goals_[goal].kind == GoalKind::kCodeObject) return true;
  const ControlDependence& dependence = goals_.control_dependence();
  const auto parents = dependence.ParentsOf(goals_[goal].index);
  return dependence.IsRoot(goals_[goal].index) ||
         std::any_of(parents.begin(), parents.end(), [&](const Branch& parent) {
           const GoalIndex above = goals_.GoalOf(parent);
           return above == model::kNoIndex || covered[above];
         });
}

void DynamicTargets::FillRow(const Fitness& fitness, std::span<const CodeObjectIndex> code_objects,
                             std::vector<FitnessEntry>& row) const {
  row.clear();
  for (CodeObjectIndex c : code_objects) {
    for (uint32_t target = first_target_[c]; target < first_target_[c + 1]; ++target) {
      row.push_back({target, fitness.Of(targets_[target])});
    }
  }
}

}  // namespace skua::search
