// The adaptive part of aDynaMOSA: which secondary heuristic ranks the tests of a front.
#pragma once

#include "search/algorithms/many_objective.h"

namespace skua::search {

// GET-SECONDARY-HEURISTIC (Grano et al. 2019, algorithm 2). Begins with the performance heuristic.
class StagnationSwitch {
 public:
  // The heuristic for the next generation. `stagnation`: no offspring of the last one came nearer
  // to an uncovered goal than all tests before it, nor covered one. In that case the heuristic
  // follows that has stagnated less often since it last brought something.
  //
  // The paper's pseudo-code (lines 7 to 9) compares with the generation before alone. Offspring are
  // made at random, and among many goals there is nearly always one to which the best of them came
  // nearer than the best of their predecessors did, if only by going back and forth. Then no
  // stagnation would be seen, and the performance heuristic would stay for good, which costs
  // coverage (the paper's discussion: 18 percentage points). What all tests before have reached
  // does not go back; so a generation without progress is one by the paper's own words, too, in
  // which "no improvement is observed for all uncovered branches".
  SecondaryHeuristic Next(bool stagnation);

 private:
  SecondaryHeuristic heuristic_ = SecondaryHeuristic::kPerformance;
  int performance_counter_ = 0;
  int crowding_counter_ = 0;
};

}  // namespace skua::search
