// Local search near a goal (Fraser, Arcuri and McMinn 2015). It takes the test that is nearest to
// the goal, finds the values on which the distance depends, and moves these one after the other, by
// the steps of the alternating variable method, for as long as the distance falls. Candidates are
// executed in batches, and the goals that they cover are archived as always.
#pragma once

#include <cstdint>
#include <vector>

#include "search/evaluation/evaluator.h"
#include "search/evaluation/individual.h"
#include "search/goals/fitness.h"
#include "search/varying/neighbourhood.h"

namespace skua::search {

class LocalSearch {
 public:
  // Borrows the evaluator, which outlives it.
  explicit LocalSearch(Evaluator& evaluator);

  // Returns whether some of its share of the tests is left.
  bool HasBudget() const;
  // Returns whether steps can lessen the distance to the goal, and none were tried from as near.
  bool IsPromising(const Individual& individual, model::GoalIndex goal);
  // Returns whether `individual` became one that is nearer to the goal, or covers it.
  // REQUIRES: IsPromising().
  bool Improve(Individual& individual, model::GoalIndex goal);

  uint64_t tests() const { return tests_; }  // executed so far

 private:
  struct Progress {
    Individual* nearest = nullptr;
    model::GoalIndex goal = 0;
    Closeness closeness;
    uint64_t end = 0;  // compared with tests_
  };

  Closeness ClosenessOf(const Individual& individual, model::GoalIndex goal);
  bool IsOver(const Progress& progress) const;
  // The statements on which the distance depends.
  std::vector<std::size_t> FindInfluential(Progress& progress);
  // Moves one statement once, to the best of the first batch that has anything better.
  bool Step(Progress& progress, std::size_t statement);
  // Executes batch_ and fills closenesses_, one for each test. Returns whether one of the tests is
  // the nearest now.
  bool Try(Progress& progress);
  void AddCandidate(const Progress& progress, std::size_t statement, const model::Statement& move);

  Evaluator& evaluator_;
  Fitness fitness_;
  Neighbourhood neighbourhood_;
  std::vector<Closeness> tried_;  // by goal: the closeness from which it got no further
  uint64_t tests_ = 0;
  std::size_t place_ = 0;  // place in a text of the last move that helped

  std::vector<model::TestCase> batch_;
  std::size_t batch_size_ = 0;  // tests after it only keep their buffers
  std::vector<Closeness> closenesses_;
  std::vector<model::Statement> moves_;
};

}  // namespace skua::search
