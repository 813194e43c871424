#include "search/goals/goal_set.h"

#include <algorithm>

namespace skua::search {

using model::CodeObjectIndex;
using model::CodeObjectKind;
using model::GoalIndex;
using model::GoalKind;

GoalSet::GoalSet(const model::Subject& subject, std::span<const GoalIndex> settled)
    : subject_(&subject),
      goals_(model::GoalsOf(subject)),
      covered_by_import_(model::CoveredByImport(subject, goals_)),
      control_dependence_(subject),
      goal_of_branch_(2 * subject.predicates.size(), model::kNoIndex),
      goal_of_code_object_(subject.code_objects.size(), model::kNoIndex),
      is_reachable_(subject.code_objects.size(), true),
      is_callable_(subject.code_objects.size(), false),
      predicates_of_(subject.code_objects.size()),
      entries_to_(subject.code_objects.size()) {
  for (const GoalIndex goal : settled) covered_by_import_[goal] = true;
  if (subject.callee) coupled_with_.resize(goal_of_branch_.size());
  for (GoalIndex i = 0; i < goals_.size(); ++i) {
    const model::Goal& goal = goals_[i];
    if (goal.kind == GoalKind::kCriterion) break;  // these stand last
    if (goal.kind == GoalKind::kCoupledBranch) {
      const auto& [site, caller, callee] = CoupledAt(i);
      coupled_with_[2 * callee.predicate + (callee.outcome ? 1 : 0)].push_back({caller, i});
      continue;
    }
    if (goal.kind == GoalKind::kCodeObject) {
      goal_of_code_object_[goal.index] = i;
    } else {
      goal_of_branch_[2 * goal.index + (goal.kind == GoalKind::kTrueBranch ? 1 : 0)] = i;
    }
  }
  for (CodeObjectIndex i = 0; i < subject.code_objects.size(); ++i) {
    is_reachable_[i] = !model::RunsAtImport(subject, i);
  }
  for (model::PredicateIndex p = 0; p < subject.predicates.size(); ++p) {
    predicates_of_[subject.predicates[p].code_object].push_back(p);
  }
  FindEntries();
  finders_ = FindersFor(subject);
  first_of_criteria_ = static_cast<GoalIndex>(model::CountCommon(subject, goals_));
  visited_.resize(subject.criterion_goals.size());
}

void GoalSet::FindEntries() {
  const auto& code_objects = subject_->code_objects;
  for (const model::Callable& callable : subject_->callables) {
    if (callable.code_object == model::kNoIndex || callable.is_protected) continue;
    is_callable_[callable.code_object] = true;
  }
  std::vector<std::vector<CodeObjectIndex>> children(code_objects.size());
  for (CodeObjectIndex c = 0; c < code_objects.size(); ++c) {
    if (code_objects[c].parent != model::kNoIndex) children[code_objects[c].parent].push_back(c);
  }
  for (CodeObjectIndex c = 0; c < code_objects.size(); ++c) {
    const CodeObjectIndex parent = code_objects[c].parent;
    if (is_callable_[c] || !is_reachable_[c] || parent == model::kNoIndex) continue;
    if (code_objects[parent].kind == CodeObjectKind::kClassBody) {
      for (CodeObjectIndex sibling : children[parent]) {
        if (is_callable_[sibling]) entries_to_[c].push_back(sibling);
      }
    } else if (code_objects[parent].kind != CodeObjectKind::kModule) {
      entries_to_[c].push_back(parent);
    }
  }
}

std::vector<GoalIndex> GoalSet::CoveredBy(const model::TestCase& test,
                                          const model::Trace& trace) const {
  std::vector<GoalIndex> covered;
  VisitCovered(test, trace, [&](GoalIndex goal) { covered.push_back(goal); });
  std::sort(covered.begin(), covered.end());
  return covered;
}

}  // namespace skua::search
