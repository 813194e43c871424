// Which predicates still tell a search how far it is from an open goal. The others need not be
// measured any more.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "search/goals/goal_set.h"

namespace skua::search {

// Invariant: a predicate is open as long as some open goal is its own branch or depends on one.
class OpenPredicates {
 public:
  // Borrows the goals, which outlive it. Those that the import covers and those that no test can
  // reach are closed from the start.
  explicit OpenPredicates(const GoalSet& goals);

  // Closes goals. REQUIRES: none of them was closed by an earlier call.
  void Close(std::span<const model::GoalIndex> goals);

  const std::vector<bool>& are_open() const { return are_open_; }  // by predicate
  // The predicates that the last call closed, or those closed from the start; each once.
  std::span<const model::PredicateIndex> newly_closed() const { return newly_closed_; }

 private:
  template <typename Visitor>
  void VisitPredicatesAt(model::GoalIndex goal, Visitor visit);

  const GoalSet& goals_;
  std::vector<uint32_t> open_goals_at_;  // by predicate: how many open goals it tells of
  std::vector<bool> are_open_;           // open_goals_at_ > 0
  std::vector<model::PredicateIndex> newly_closed_;
  std::vector<model::PredicateIndex> visited_;
};

}  // namespace skua::search
