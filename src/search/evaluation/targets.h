// The goals that ranking looks at: those that are to be covered now.
//
// MOSA's targets are all goals that are not covered. DynaMOSA selects them dynamically (Panichella
// et al. 2018a): a branch becomes a target when a branch that it is control dependent on is
// reached. Coupled branches become targets when both are within reach: the caller's by itself, and
// the callee's together with the caller's. (Cling §3.2.2 knows no such dependences, and stays with
// MOSA.) Goals of other criteria become targets with the branches by which a test comes near to
// them, or when a test enters their code object. The same is done along calls: the goals of a
// function that tests do not call themselves (a nested or protected one) become targets when a test
// reaches the function. Until then one target stands in their place, and the best tests for it are
// those that explore most of the places from which the function is reached.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "search/evaluation/ranking.h"
#include "search/goals/fitness.h"
#include "search/goals/goal_set.h"

namespace skua::search {

// The progress of a search.
struct Landscape {
  const std::vector<bool>& settled;  // by goal: not to be covered now
  const std::vector<bool>& reached;  // by goal: a test reaches it, so that it opens others
  const std::vector<bool>& entered;  // by code object: a test has reached it
  // By branch (twice its predicate, one more for true): a test has taken it. Of pairs alone, where
  // branches are no goals of their own; empty: nothing is known against any of them.
  const std::vector<bool>& taken = kUnknown;

  bool Takes(Branch branch) const {
    return taken.empty() || taken[2 * branch.predicate + (branch.outcome ? 1 : 0)];
  }
  bool Opens(model::GoalIndex goal) const { return settled[goal] || reached[goal]; }

  static inline const std::vector<bool> kUnknown;
};

class Targets {
 public:
  enum class Selection : uint8_t { kAll, kDynamic };

  // Borrows the goals, which outlive it. There are no targets before the first Update().
  Targets(const GoalSet& goals, Selection selection);

  // Selects the targets anew.
  void Update(const Landscape& landscape);

  uint32_t size() const { return static_cast<uint32_t>(targets_.size()); }
  // The goal of a target; kNoIndex for a target that is a function to be reached.
  model::GoalIndex operator[](uint32_t target) const { return targets_[target]; }

  // A test's fitness for the targets in the code objects it entered, and for the functions to be
  // reached from these; for all others it is the worst. A target is not settled by tests that cover
  // it and end by accident: of these, one that went further is nearer. `fitness` is loaded with the
  // test's trace. Overwrites `row`, in ascending order of targets.
  void FillRow(const Fitness& fitness, std::span<const model::CodeObjectIndex> code_objects,
               std::vector<FitnessEntry>& row) const;

 private:
  bool IsCoupledOpen(model::GoalIndex goal, const Landscape& landscape) const;
  bool IsOpen(model::GoalIndex goal, const Landscape& landscape) const;
  // Returns whether a branch that the predicate is control dependent on is reached.
  bool IsPredicateOpen(model::PredicateIndex predicate, const Landscape& landscape) const;
  // Returns whether the code object is a target as a whole, since its own goals are not targets
  // yet.
  bool IsToBeReached(model::CodeObjectIndex code_object, const Landscape& landscape) const;

  const GoalSet& goals_;
  Selection selection_;
  std::vector<std::vector<model::GoalIndex>> goals_of_;  // by code object
  std::vector<model::GoalIndex> targets_;  // by code object, then by goal; functions to be reached
  std::vector<uint32_t> first_target_;     // by code object, and the end: index into targets_
  // By code object: the targets that are functions reached from it.
  std::vector<std::vector<uint32_t>> reached_from_;
};

}  // namespace skua::search
