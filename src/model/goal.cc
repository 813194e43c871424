#include "model/goal.h"

#include <algorithm>

namespace skua::model {
namespace {

bool IsBlock(const Predicate& predicate) { return predicate.kind == PredicateKind::kBlock; }

std::vector<Goal> CoupledGoalsOf(const Subject& subject) {
  std::vector<Goal> coupled;
  for (uint32_t i = 0; i < subject.coupled_branches.size(); ++i) {
    coupled.push_back({GoalKind::kCoupledBranch, i});
  }
  return coupled;
}

std::vector<Goal> BranchGoalsOf(const Subject& subject) {
  std::vector<bool> has_predicate(subject.code_objects.size(), false);
  for (const Predicate& predicate : subject.predicates) {
    if (!IsBlock(predicate)) has_predicate[predicate.code_object] = true;
  }

  std::vector<Goal> goals;
  for (CodeObjectIndex i = 0; i < subject.code_objects.size(); ++i) {
    if (!has_predicate[i]) goals.push_back({GoalKind::kCodeObject, i});
  }
  for (const bool blocks : {false, true}) {
    for (PredicateIndex i = 0; i < subject.predicates.size(); ++i) {
      const Predicate& predicate = subject.predicates[i];
      if (IsBlock(predicate) != blocks) continue;
      if (predicate.true_is_goal) goals.push_back({GoalKind::kTrueBranch, i});
      if (predicate.false_is_goal) goals.push_back({GoalKind::kFalseBranch, i});
    }
  }
  return goals;
}

}  // namespace

std::vector<Goal> GoalsOf(const Subject& subject) {
  std::vector<Goal> goals = subject.callee ? CoupledGoalsOf(subject) : BranchGoalsOf(subject);
  for (uint32_t i = 0; i < subject.criterion_goals.size(); ++i) {
    goals.push_back({GoalKind::kCriterion, i});
  }
  return goals;
}

std::size_t CountCommon(const Subject& subject, const std::vector<Goal>& goals) {
  return goals.size() - subject.criterion_goals.size();
}

std::size_t CountBranches(const Subject& subject, const std::vector<Goal>& goals) {
  return static_cast<std::size_t>(std::count_if(goals.begin(), goals.end(), [&](const Goal& goal) {
    if (goal.kind == GoalKind::kCriterion) return false;
    return goal.kind == GoalKind::kCodeObject || goal.kind == GoalKind::kCoupledBranch ||
           !IsBlock(subject.predicates[goal.index]);
  }));
}

CodeObjectIndex CodeObjectOf(const Subject& subject, const Goal& goal) {
  if (goal.kind == GoalKind::kCodeObject) return goal.index;
  if (goal.kind == GoalKind::kCriterion) return subject.criterion_goals[goal.index].code_object;
  const PredicateIndex predicate = goal.kind == GoalKind::kCoupledBranch
                                       ? subject.coupled_branches[goal.index].caller.predicate
                                       : goal.index;
  return subject.predicates[predicate].code_object;
}

std::optional<bool> JumpOf(const Subject& subject, const Goal& goal) {
  if (goal.kind == GoalKind::kTrueBranch) return subject.predicates[goal.index].true_jump;
  if (goal.kind == GoalKind::kFalseBranch) return subject.predicates[goal.index].false_jump;
  return std::nullopt;
}

bool RunsAtImport(const Subject& subject, CodeObjectIndex code_object) {
  for (CodeObjectIndex i = code_object; i != kNoIndex; i = subject.code_objects[i].parent) {
    const CodeObjectKind kind = subject.code_objects[i].kind;
    if (kind == CodeObjectKind::kModule) return true;
    if (kind != CodeObjectKind::kClassBody && kind != CodeObjectKind::kComprehension) return false;
  }
  return false;
}

std::vector<bool> CoveredByImport(const Subject& subject, const std::vector<Goal>& goals) {
  const auto has = [](const std::vector<uint32_t>& indices, uint32_t index) {
    return std::find(indices.begin(), indices.end(), index) != indices.end();
  };
  std::vector<bool> covered(goals.size());
  if (subject.callee) return covered;
  // Code that an import alone executes has goals of no other criterion.
  for (std::size_t i = 0; i < CountCommon(subject, goals); ++i) {
    const auto& executed = goals[i].kind == GoalKind::kCodeObject   ? subject.import_code_objects
                           : goals[i].kind == GoalKind::kTrueBranch ? subject.import_true
                                                                    : subject.import_false;
    covered[i] =
        RunsAtImport(subject, CodeObjectOf(subject, goals[i])) && has(executed, goals[i].index);
  }
  return covered;
}

}  // namespace skua::model
