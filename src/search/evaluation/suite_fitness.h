// How close a suite of tests is to covering everything (Lukasczyk et al., §3.5.1): the number of
// code objects it does not enter plus, for each branch, 0 if it is covered, the normalised distance
// if its predicate was executed at least twice, and 1 otherwise. What the archive has covered does
// not count any more (Rojas et al. 2017). Coupled branches are covered by one test that takes both,
// so that the nearest test of a suite tells how far it is, and not what its tests come to together.
#pragma once

#include <cstdint>
#include <vector>

#include "search/evaluation/individual.h"
#include "search/goals/fitness.h"
#include "search/goals/goal_set.h"

namespace skua::search {

class SuiteFitness {
 public:
  // Borrows the goals, which outlive it.
  explicit SuiteFitness(const GoalSet& goals);

  // Sets which goals are still to be covered, those that are not marked in `covered`.
  void Update(const std::vector<bool>& covered);

  const std::vector<model::GoalIndex>& open() const { return open_; }

  // Begins a suite, whose tests are then added.
  void Begin();
  void Add(const Individual& test);
  // The fitness of the suite that was added; smaller is better.
  double Value() const;

 private:
  struct Distances {
    double to_true = 0;
    double to_false = 0;
    uint32_t executions = 0;
  };
  void AddCoupled(const Individual& test);
  // Returns the distance of the suite from the goal, from 0 to 1.
  double DistanceTo(model::GoalIndex goal) const;
  double DistanceTo(Branch branch) const;
  double DistanceTo(const model::CriterionGoal& goal) const;

  const GoalSet& goals_;
  Fitness fitness_;
  std::vector<model::GoalIndex> open_;
  std::vector<bool> entered_;         // by code object
  std::vector<Distances> distances_;  // by predicate
  std::vector<double> nearest_;       // by coupled branch: how far the nearest test is from it
};

}  // namespace skua::search
