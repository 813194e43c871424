#include "search/fitness.h"

#include <algorithm>
#include <cmath>

namespace skua::search {

using model::GoalKind;

double Normalise(double distance) {
  return std::isfinite(distance) ? distance / (distance + 1) : 1.0;
}

Fitness::Fitness(const GoalSet& goals)
    : goals_(goals),
      entered_(goals.subject().code_objects.size(), 0),
      distances_(goals.subject().predicates.size()) {}

void Fitness::Load(std::span<const model::CodeObjectIndex> code_objects,
                   std::span<const model::PredicateDistance> predicates) {
  ++stamp_;
  for (model::CodeObjectIndex c : code_objects) entered_[c] = stamp_;
  for (const model::PredicateDistance& p : predicates) {
    distances_[p.predicate] = {stamp_, p.to_true, p.to_false};
  }
}

double Fitness::NormalisedDistance(Branch branch) const {
  const Distances& distances = distances_[branch.predicate];
  return Normalise(branch.outcome ? distances.to_true : distances.to_false);
}

double Fitness::Of(model::GoalIndex index) const {
  const model::Goal& goal = goals_[index];
  if (goal.kind == GoalKind::kCodeObject) return Enters(goal.index) ? 0 : 1;
  if (Executed(goal.index)) {
    return NormalisedDistance({goal.index, goal.kind == GoalKind::kTrueBranch});
  }
  const auto ancestors = goals_.control_dependence().AncestorsOf(goal.index);
  const uint32_t levels = ancestors.empty() ? 0 : ancestors.back().level;
  double nearest = levels + (Enters(goals_.CodeObjectOf(index)) ? 1.0 : 2.0);
  uint32_t level = levels;
  for (const ControlDependence::Ancestor& ancestor : ancestors) {
    if (ancestor.level > level) break;
    if (!Executed(ancestor.branch.predicate)) continue;
    level = ancestor.level;
    nearest = std::min(nearest, level + NormalisedDistance(ancestor.branch));
  }
  return nearest;
}

}  // namespace skua::search
