#include "search/evaluation/targets.h"

#include <algorithm>

namespace skua::search {

using model::CodeObjectIndex;
using model::GoalIndex;
using model::GoalKind;

Targets::Targets(const GoalSet& goals, Selection selection)
    : goals_(goals),
      selection_(selection),
      goals_of_(goals.subject().code_objects.size()),
      first_target_(goals_of_.size() + 1, 0),
      reached_from_(goals_of_.size()) {
  for (GoalIndex goal = 0; goal < goals.size(); ++goal) {
    if (goals.IsReachable(goal) && goals.IsSought(goal))
      goals_of_[goals.CodeObjectOf(goal)].push_back(goal);
  }
}

void Targets::Update(const Landscape& landscape) {
  targets_.clear();
  for (CodeObjectIndex c = 0; c < goals_of_.size(); ++c) {
    first_target_[c] = size();
    if (IsToBeReached(c, landscape)) continue;
    for (GoalIndex goal : goals_of_[c]) {
      if (!landscape.settled[goal] && IsOpen(goal, landscape)) targets_.push_back(goal);
    }
  }
  first_target_.back() = size();
  for (auto& targets : reached_from_) targets.clear();
  for (CodeObjectIndex c = 0; c < goals_of_.size(); ++c) {
    if (!IsToBeReached(c, landscape)) continue;
    for (CodeObjectIndex entry : goals_.EntriesTo(c)) reached_from_[entry].push_back(size());
    targets_.push_back(model::kNoIndex);
  }
}

bool Targets::IsToBeReached(CodeObjectIndex c, const Landscape& landscape) const {
  return selection_ == Selection::kDynamic && !goals_.IsCallable(c) && !landscape.entered[c] &&
         std::any_of(goals_of_[c].begin(), goals_of_[c].end(),
                     [&](GoalIndex goal) { return !landscape.settled[goal]; });
}

bool Targets::IsOpen(GoalIndex goal, const Landscape& landscape) const {
  if (selection_ == Selection::kAll || goals_[goal].kind == GoalKind::kCodeObject) return true;
  if (goals_[goal].kind == GoalKind::kCoupledBranch) return IsCoupledOpen(goal, landscape);
  if (goals_[goal].kind != GoalKind::kCriterion)
    return IsPredicateOpen(goals_[goal].index, landscape);
  const model::CriterionGoal& it = goals_.CriterionGoalAt(goal);
  if (it.near.empty()) return it.is_shown_by_near || landscape.entered[it.code_object];
  return std::ranges::any_of(
      it.near, [&](const Branch& branch) { return IsPredicateOpen(branch.predicate, landscape); });
}

bool Targets::IsPredicateOpen(model::PredicateIndex predicate, const Landscape& landscape) const {
  const ControlDependence& dependence = goals_.control_dependence();
  const auto parents = dependence.ParentsOf(predicate);
  return dependence.IsRoot(predicate) ||
         std::any_of(parents.begin(), parents.end(), [&](const Branch& parent) {
           const GoalIndex above = goals_.GoalOf(parent);
           return above == model::kNoIndex ? landscape.Takes(parent) : landscape.Opens(above);
         });
}

// The caller's branch is within reach when one that it depends on was taken. The callee's is, for
// that branch of the caller, by way of those it depends on; where one of these is no goal together
// with the caller's, any test that took it from the call site counts.
bool Targets::IsCoupledOpen(GoalIndex goal, const Landscape& landscape) const {
  const auto& [site, caller, callee] = goals_.CoupledAt(goal);
  if (!IsPredicateOpen(caller.predicate, landscape)) return false;
  const ControlDependence& dependence = goals_.control_dependence();
  const auto parents = dependence.ParentsOf(callee.predicate);
  const auto is_taken = [&, caller = caller](const Branch& parent) {
    const auto coupled = goals_.CoupledWith(parent);
    const auto above = std::ranges::find(coupled, caller, &GoalSet::CoupledGoal::caller);
    return above == coupled.end() ? landscape.Takes(parent) : landscape.Opens(above->goal);
  };
  return dependence.IsRoot(callee.predicate) || std::ranges::any_of(parents, is_taken);
}

void Targets::FillRow(const Fitness& fitness, std::span<const CodeObjectIndex> code_objects,
                      std::vector<FitnessEntry>& row) const {
  row.clear();
  for (CodeObjectIndex c : code_objects) {
    for (uint32_t target = first_target_[c]; target < first_target_[c + 1]; ++target) {
      const double distance = fitness.Of(targets_[target]);
      row.push_back({target, distance > 0 ? distance : fitness.Unfinished()});
    }
  }
  if (first_target_.back() == targets_.size()) return;
  const auto goals = static_cast<std::ptrdiff_t>(row.size());
  for (CodeObjectIndex c : code_objects) {
    if (reached_from_[c].empty()) continue;
    const double unexplored = fitness.Unexplored(c);
    for (uint32_t target : reached_from_[c]) row.push_back({target, unexplored});
  }
  // A function may be reached from several places; the one that was explored most counts.
  std::sort(row.begin() + goals, row.end(), [](const FitnessEntry& a, const FitnessEntry& b) {
    return std::pair(a.target, a.fitness) < std::pair(b.target, b.fitness);
  });
  row.erase(std::unique(row.begin() + goals, row.end(),
                        [](const auto& a, const auto& b) { return a.target == b.target; }),
            row.end());
}

}  // namespace skua::search
