#include "search/goals/fitness.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace skua::search {

using model::GoalKind;

namespace {

constexpr double kNotEntered = std::numeric_limits<double>::infinity();  // normalised: 1
constexpr double kStep = 1;
constexpr double kNotEnteredLevel = 2;  // above all other levels of the code object

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
  executed_ = predicates.size();
  for (model::CodeObjectIndex c : code_objects) entered_[c] = stamp_;
  for (const model::PredicateDistance& p : predicates) {
    distances_[p.predicate] = {stamp_, p.to_true, p.to_false};
  }
}

Closeness Fitness::ClosenessTo(model::GoalIndex index) const {
  const model::Goal& goal = goals_[index];
  if (goal.kind == GoalKind::kCodeObject) return {0, Enters(goal.index) ? 0.0 : kNotEntered};
  if (goal.kind == GoalKind::kCriterion) {
    return ClosenessToCriterion(goals_.CriterionGoalAt(index));
  }
  if (goal.kind != GoalKind::kCoupledBranch) {
    return ClosenessToBranch({goal.index, goal.kind == GoalKind::kTrueBranch});
  }
  const model::CoupledBranch& coupled = goals_.CoupledAt(index);
  const Closeness caller = ClosenessToBranch(coupled.caller);
  if (caller == Closeness{}) return ClosenessToBranch(coupled.callee);
  const auto ancestors = goals_.control_dependence().AncestorsOf(coupled.callee.predicate);
  const uint32_t deepest = ancestors.empty() ? 0 : ancestors.back().level;
  return {caller.level + deepest + kNotEnteredLevel + 1, caller.distance};
}

Closeness Fitness::ClosenessToCriterion(const model::CriterionGoal& goal) const {
  if (goal.near.empty()) {
    if (!Enters(goal.code_object)) return {0, kNotEntered};
    return {0, goal.is_shown_by_near ? 0 : kStep};
  }
  Closeness nearest{std::numeric_limits<double>::infinity(), 0};
  for (const Branch& branch : goal.near) {
    Closeness closeness = ClosenessToBranch(branch);
    if (goal.at_boundary && Executed(branch.predicate)) {
      const Distances& distances = distances_[branch.predicate];
      closeness = {0, std::max(distances.to_true, distances.to_false)};
    }
    nearest = std::min(nearest, closeness);
  }
  return nearest;
}

Closeness Fitness::ClosenessToBranch(Branch branch) const {
  if (Executed(branch.predicate)) return {0, DistanceTo(branch)};
  const model::Predicate& predicate = goals_.subject().predicates[branch.predicate];
  if (predicate.kind == model::PredicateKind::kBlock && Begins(branch.predicate)) return {0, kStep};
  const auto ancestors = goals_.control_dependence().AncestorsOf(branch.predicate);
  uint32_t level = ancestors.empty() ? 0 : ancestors.back().level;
  Closeness nearest{level + (Enters(predicate.code_object) ? 1.0 : kNotEnteredLevel), 0};
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
