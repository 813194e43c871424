#include "search/evaluation/suite_fitness.h"

#include <algorithm>

#include "search/goals/fitness.h"

namespace skua::search {

SuiteFitness::SuiteFitness(const GoalSet& goals)
    : goals_(goals),
      entered_(goals.subject().code_objects.size(), false),
      distances_(goals.subject().predicates.size()) {}

void SuiteFitness::Update(const std::vector<bool>& covered) {
  open_.clear();
  for (model::GoalIndex goal = 0; goal < goals_.size(); ++goal) {
    if (!covered[goal] && goals_.IsReachable(goal)) open_.push_back(goal);
  }
}

void SuiteFitness::Begin() {
  std::fill(entered_.begin(), entered_.end(), false);
  std::fill(distances_.begin(), distances_.end(), Distances{});
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
}

double SuiteFitness::Value() const {
  double sum = 0;
  for (model::GoalIndex index : open_) {
    const model::Goal& goal = goals_[index];
    if (goal.kind == model::GoalKind::kCodeObject) {
      sum += entered_[goal.index] ? 0 : 1;
      continue;
    }
    const Distances& distances = distances_[goal.index];
    const double distance =
        goal.kind == model::GoalKind::kTrueBranch ? distances.to_true : distances.to_false;
    if (distances.executions == 0) {
      sum += 1;
    } else if (distance > 0) {
      sum += distances.executions < 2 ? 1 : Normalise(distance);
    }
  }
  return sum;
}

}  // namespace skua::search
