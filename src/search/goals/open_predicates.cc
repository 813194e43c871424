#include "search/goals/open_predicates.h"

#include <algorithm>

namespace skua::search {

using model::GoalIndex;
using model::PredicateIndex;

OpenPredicates::OpenPredicates(const GoalSet& goals)
    : goals_(goals),
      open_goals_at_(goals.subject().predicates.size(), 0),
      are_open_(goals.subject().predicates.size(), false) {
  for (GoalIndex goal = 0; goal < goals_.size(); ++goal) {
    if (goals_.covered_by_import()[goal] || !goals_.IsReachable(goal)) continue;
    VisitPredicatesAt(goal, [&](PredicateIndex p) {
      ++open_goals_at_[p];
      are_open_[p] = true;
    });
  }
  for (PredicateIndex p = 0; p < are_open_.size(); ++p) {
    if (!are_open_[p]) newly_closed_.push_back(p);
  }
}

// The goal's predicate and those above it, whose distances tell how far it is; each once.
template <typename Visitor>
void OpenPredicates::VisitPredicatesAt(GoalIndex goal, Visitor visit) {
  const model::Goal& it = goals_[goal];
  if (it.kind == model::GoalKind::kCodeObject) return;
  if (it.kind == model::GoalKind::kCriterion) {
    visited_.clear();
    for (const Branch& branch : goals_.CriterionGoalAt(goal).near) {
      visited_.push_back(branch.predicate);
    }
  } else if (it.kind == model::GoalKind::kCoupledBranch) {
    visited_ = {goals_.CoupledAt(goal).caller.predicate, goals_.CoupledAt(goal).callee.predicate};
  } else {
    visited_.assign(1, it.index);
  }
  for (std::size_t i = 0, own = visited_.size(); i < own; ++i) {
    for (const auto& ancestor : goals_.control_dependence().AncestorsOf(visited_[i])) {
      visited_.push_back(ancestor.branch.predicate);
    }
  }
  std::sort(visited_.begin(), visited_.end());
  visited_.erase(std::unique(visited_.begin(), visited_.end()), visited_.end());
  for (PredicateIndex p : visited_) visit(p);
}

void OpenPredicates::Close(std::span<const GoalIndex> goals) {
  newly_closed_.clear();
  for (GoalIndex goal : goals) {
    if (!goals_.IsReachable(goal)) continue;
    VisitPredicatesAt(goal, [&](PredicateIndex p) {
      if (--open_goals_at_[p] > 0) return;
      are_open_[p] = false;
      newly_closed_.push_back(p);
    });
  }
}

}  // namespace skua::search
