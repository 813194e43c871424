// The goals of a subject and how they hang together: which goal a branch or a code object is, what
// a trace covers, and which goals lie below a branch.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "model/goal.h"
#include "model/trace.h"
#include "search/goals/control_dependence.h"
#include "search/goals/criteria.h"

namespace skua::search {

class GoalSet {
 public:
  // Borrows the subject, which outlives it.
  explicit GoalSet(const model::Subject& subject) : GoalSet(subject, {}) {}
  // Goals in `settled` count as covered by the import: other tests cover them for good.
  GoalSet(const model::Subject& subject, std::span<const model::GoalIndex> settled);
  GoalSet(const GoalSet&) = delete;
  GoalSet& operator=(const GoalSet&) = delete;

  std::size_t size() const { return goals_.size(); }
  const model::Goal& operator[](model::GoalIndex goal) const { return goals_[goal]; }
  const model::Subject& subject() const { return *subject_; }
  const ControlDependence& control_dependence() const { return control_dependence_; }
  const std::vector<bool>& covered_by_import() const { return covered_by_import_; }

  // kNoIndex when the branch is no goal.
  model::GoalIndex GoalOf(Branch branch) const {
    return goal_of_branch_[2 * branch.predicate + (branch.outcome ? 1 : 0)];
  }
  model::GoalIndex GoalOfCodeObject(model::CodeObjectIndex code_object) const {
    return goal_of_code_object_[code_object];
  }
  model::CodeObjectIndex CodeObjectOf(model::GoalIndex goal) const {
    return model::CodeObjectOf(*subject_, goals_[goal]);
  }
  // REQUIRES: the goal is a coupled branch.
  const model::CoupledBranch& CoupledAt(model::GoalIndex goal) const {
    return subject_->coupled_branches[goals_[goal].index];
  }
  // The goals of a pair that this branch of the callee, in a call site's copy, is half of; each
  // with the caller's branch.
  struct CoupledGoal {
    Branch caller;
    model::GoalIndex goal = 0;
  };
  std::span<const CoupledGoal> CoupledWith(Branch callee) const {
    if (coupled_with_.empty()) return {};
    return coupled_with_[2 * callee.predicate + (callee.outcome ? 1 : 0)];
  }
  // REQUIRES: the goal is one of another criterion.
  const model::CriterionGoal& CriterionGoalAt(model::GoalIndex goal) const {
    return subject_->criterion_goals[goals_[goal].index];
  }
  // Returns whether reports count the goal as a branch; they do not count blocks.
  bool IsBranch(model::GoalIndex goal) const {
    const model::Goal& it = goals_[goal];
    if (it.kind == model::GoalKind::kCriterion) return false;
    return it.kind == model::GoalKind::kCodeObject || it.kind == model::GoalKind::kCoupledBranch ||
           subject_->predicates[it.index].kind != model::PredicateKind::kBlock;
  }

  // Returns whether a test can reach the goal. Code that only an import executes (the body of a
  // module or class) is out of reach of tests.
  bool IsReachable(model::GoalIndex goal) const { return is_reachable_[CodeObjectOf(goal)]; }
  // Returns whether a search looks for tests for the goal, rather than only keeps those that it
  // happens to find.
  bool IsSought(model::GoalIndex goal) const {
    return goals_[goal].kind == model::GoalKind::kCriterion ? CriterionGoalAt(goal).is_sought
                                                            : subject_->seeks_branches;
  }
  // Returns whether a search goes on while the goal is open, also for goals that may not exist.
  bool KeepsSearching(model::GoalIndex goal) const {
    return goals_[goal].kind == model::GoalKind::kCriterion || subject_->seeks_branches;
  }

  std::span<const model::PredicateIndex> PredicatesOf(model::CodeObjectIndex code_object) const {
    return predicates_of_[code_object];
  }
  // The code objects from which tests get into this one, as far as the static structure tells.
  // There are none when a public callable enters it directly. A nested code object has the function
  // around it; a method that tests do not call has the other methods of its class. A helper of the
  // module may have none although no callable enters it: then nothing is known.
  std::span<const model::CodeObjectIndex> EntriesTo(model::CodeObjectIndex code_object) const {
    return entries_to_[code_object];
  }
  // Returns whether a public callable enters the code object.
  bool IsCallable(model::CodeObjectIndex code_object) const { return is_callable_[code_object]; }

  // Calls `visit(goal)` once for each goal that the test covers; `trace` is what it showed. Not to
  // be called by several threads at a time, nor by a visitor.
  template <typename Visitor>
  void VisitCovered(const model::TestCase& test, const model::Trace& trace, Visitor visit) const {
    if (trace.reached_out) return;
    coupled_with_.empty() ? VisitBranches(trace, visit) : VisitCoupled(trace, visit);
    if (!finders_.empty()) VisitCriteria(test, trace, visit);
  }
  // The goals that the test covers, ascending.
  std::vector<model::GoalIndex> CoveredBy(const model::TestCase& test,
                                          const model::Trace& trace) const;

 private:
  void FindEntries();
  template <typename Visitor>
  void VisitBranches(const model::Trace& trace, Visitor visit) const {
    const auto visit_goal = [&](model::GoalIndex goal) {
      if (goal != model::kNoIndex) visit(goal);
    };
    for (model::CodeObjectIndex c : trace.code_objects) visit_goal(goal_of_code_object_[c]);
    for (const model::PredicateDistance& p : trace.predicates) {
      if (p.to_true == 0) visit_goal(GoalOf({p.predicate, true}));
      if (p.to_false == 0) visit_goal(GoalOf({p.predicate, false}));
    }
  }
  // A test covers coupled branches when it takes the caller's, and the callee's while the call site
  // is on the stack.
  template <typename Visitor>
  void VisitCoupled(const model::Trace& trace, Visitor visit) const {
    for (const model::PredicateDistance& p : trace.predicates) {
      for (const bool outcome : {true, false}) {
        if ((outcome ? p.to_true : p.to_false) != 0) continue;
        for (const CoupledGoal& coupled : CoupledWith({p.predicate, outcome})) {
          if (Takes(trace, coupled.caller)) visit(coupled.goal);
        }
      }
    }
  }
  template <typename Visitor>
  void VisitCriteria(const model::TestCase& test, const model::Trace& trace, Visitor visit) const {
    found_.clear();
    for (const auto& finder : finders_) finder->Find(test, trace, found_);
    ++stamp_;
    for (const uint32_t goal : found_) {
      if (std::exchange(visited_[goal], stamp_) != stamp_) visit(first_of_criteria_ + goal);
    }
  }
  static bool Takes(const model::Trace& trace, Branch branch) {
    const auto found = std::ranges::lower_bound(trace.predicates, branch.predicate, {},
                                                &model::PredicateDistance::predicate);
    return found != trace.predicates.end() && found->predicate == branch.predicate &&
           (branch.outcome ? found->to_true : found->to_false) == 0;
  }

  const model::Subject* subject_;
  std::vector<model::Goal> goals_;
  std::vector<bool> covered_by_import_;
  ControlDependence control_dependence_;
  std::vector<model::GoalIndex> goal_of_branch_;
  std::vector<model::GoalIndex> goal_of_code_object_;
  std::vector<std::vector<CoupledGoal>> coupled_with_;  // by branch; empty: this is no pair
  // The finders of other criteria; without them there are no such goals.
  std::vector<std::unique_ptr<GoalFinder>> finders_;
  model::GoalIndex first_of_criteria_ = 0;
  mutable std::vector<uint32_t> found_;
  mutable std::vector<uint64_t> visited_;  // by criterion goal: the visit that came to it last
  mutable uint64_t stamp_ = 0;
  // By code object:
  std::vector<bool> is_reachable_;
  std::vector<bool> is_callable_;
  std::vector<std::vector<model::PredicateIndex>> predicates_of_;
  std::vector<std::vector<model::CodeObjectIndex>> entries_to_;
};

}  // namespace skua::search
