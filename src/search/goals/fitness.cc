#include "search/goals/fitness.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace skua::search {

using model::GoalKind;

namespace {

constexpr double kNotEntered = std::numeric_limits<double>::infinity();  // normalised: 1
constexpr double kStep = 1;

}  // namespace

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

Closeness Fitness::ClosenessTo(model::GoalIndex index) const {
  const model::Goal& goal = goals_[index];
  if (goal.kind == GoalKind::kCodeObject) return {0, Enters(goal.index) ? 0.0 : kNotEntered};
  if (Executed(goal.index))
    return {0, DistanceTo({goal.index, goal.kind == GoalKind::kTrueBranch})};
  const model::Predicate& predicate = goals_.subject().predicates[goal.index];
  if (predicate.kind == model::PredicateKind::kBlock && Begins(goal.index)) return {0, kStep};
  const auto ancestors = goals_.control_dependence().AncestorsOf(goal.index);
  uint32_t level = ancestors.empty() ? 0 : ancestors.back().level;
  Closeness nearest{level + (Enters(goals_.CodeObjectOf(index)) ? 1.0 : 2.0), 0};
  for (const ControlDependence::Ancestor& ancestor : ancestors) {
    if (ancestor.level > level) break;
    if (!Executed(ancestor.branch.predicate)) continue;
    level = ancestor.level;
    nearest = std::min(nearest, {static_cast<double>(level), DistanceTo(ancestor.branch)});
  }
  return nearest;
}

bool Fitness::Begins(model::PredicateIndex p) const {
  if (!Enters(goals_.subject().predicates[p].code_object)) return false;
  const ControlDependence& dependence = goals_.control_dependence();
  const auto parents = dependence.ParentsOf(p);
  return dependence.IsRoot(p) || std::any_of(parents.begin(), parents.end(), [&](const Branch& it) {
           return Executed(it.predicate) && DistanceTo(it) == 0;
         });
}

double Fitness::Unexplored(model::CodeObjectIndex code_object) const {
  const auto predicates = goals_.PredicatesOf(code_object);
  const auto executed = std::count_if(predicates.begin(), predicates.end(),
                                      [&](model::PredicateIndex p) { return Executed(p); });
  if (executed == 0) return 1;
  return 1 - 0.5 * static_cast<double>(executed) / static_cast<double>(predicates.size());
}

}  // namespace skua::search
