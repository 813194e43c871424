#include "search/evaluation/suite_fitness.h"

#include <algorithm>

namespace skua::search {

SuiteFitness::SuiteFitness(const GoalSet& goals)
    : goals_(goals),
      fitness_(goals),
      entered_(goals.subject().code_objects.size(), false),
      distances_(goals.subject().predicates.size()),
      nearest_(goals.subject().coupled_branches.size(), 1) {}

void SuiteFitness::Update(const std::vector<bool>& covered) {
  open_.clear();
  for (model::GoalIndex goal = 0; goal < goals_.size(); ++goal) {
    if (!covered[goal] && goals_.IsReachable(goal) && goals_.IsSought(goal)) open_.push_back(goal);
  }
}

void SuiteFitness::Begin() {
  std::fill(entered_.begin(), entered_.end(), false);
  std::fill(distances_.begin(), distances_.end(), Distances{});
  std::fill(nearest_.begin(), nearest_.end(), 1);
}

void SuiteFitness::Add(const Individual& test) {
  for (model::CodeObjectIndex c : test.code_objects) entered_[c] = true;
  for (const model::PredicateDistance& it : test.predicates) {
    Distances& distances = distances_[it.predicate];
    const bool is_first = distances.executions == 0;
    distances.to_true = is_first ? it.to_true : std::min(distances.to_true, it.to_true);
    distances.to_false = is_first ? it.to_false : std::min(distances.to_false, it.to_false);
    // A trace only tells that both outcomes were taken, which needs two executions.
    distances.executions += it.to_true == 0 && it.to_false == 0 ? 2 : 1;
  }
  if (!nearest_.empty()) AddCoupled(test);
}

void SuiteFitness::AddCoupled(const Individual& test) {
  fitness_.Load(test.code_objects, test.predicates);
  for (const model::GoalIndex goal : open_) {
    if (goals_[goal].kind != model::GoalKind::kCoupledBranch) break;  // these stand first
    if (!fitness_.Enters(goals_.CodeObjectOf(goal))) continue;
    double& nearest = nearest_[goals_[goal].index];
    nearest = std::min(nearest, Normalise(fitness_.Of(goal)));
  }
}

double SuiteFitness::Value() const {
  double sum = 0;
  for (model::GoalIndex goal : open_) sum += DistanceTo(goal);
  return sum;
}

double SuiteFitness::DistanceTo(model::GoalIndex index) const {
  const model::Goal& goal = goals_[index];
  if (goal.kind == model::GoalKind::kCodeObject) return entered_[goal.index] ? 0 : 1;
  if (goal.kind == model::GoalKind::kCriterion) {
    return DistanceTo(goals_.subject().criterion_goals[goal.index]);
  }
  if (goal.kind == model::GoalKind::kCoupledBranch) return nearest_[goal.index];
  return DistanceTo({goal.index, goal.kind == model::GoalKind::kTrueBranch});
}

double SuiteFitness::DistanceTo(Branch branch) const {
  const Distances& distances = distances_[branch.predicate];
  const double distance = branch.outcome ? distances.to_true : distances.to_false;
  if (distances.executions == 0) return 1;
  if (distance == 0) return 0;
  return distances.executions < 2 ? 1 : Normalise(distance);
}

double SuiteFitness::DistanceTo(const model::CriterionGoal& goal) const {
  if (goal.near.empty()) return entered_[goal.code_object] && goal.is_shown_by_near ? 0 : 1;
  double nearest = 1;
  for (const Branch& branch : goal.near) {
    const Distances& distances = distances_[branch.predicate];
    if (!goal.at_boundary) {
      nearest = std::min(nearest, DistanceTo(branch));
    } else if (distances.executions > 0) {
      nearest = std::min(nearest, Normalise(std::max(distances.to_true, distances.to_false)));
    }
  }
  return nearest;
}

}  // namespace skua::search
