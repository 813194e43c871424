// The adaptive part of aDynaMOSA: which secondary heuristic ranks the tests of a front.
#pragma once

#include "search/algorithms/many_objective.h"

namespace skua::search {

// GET-SECONDARY-HEURISTIC (Grano et al. 2019, algorithm 2). Begins with the performance heuristic.
class StagnationSwitch {
 public:
  // The heuristic for the next generation. `stagnation`: no offspring of the last one came nearer
  // to an uncovered goal than all tests before it. In that case the heuristic follows that has
  // stagnated less often since it last brought something.
  SecondaryHeuristic Next(bool stagnation);

 private:
  SecondaryHeuristic heuristic_ = SecondaryHeuristic::kPerformance;
  int performance_counter_ = 0;
  int crowding_counter_ = 0;
};

}  // namespace skua::search
