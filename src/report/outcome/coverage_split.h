// Counts the search goals covered by hand-written tests (`existing_tests`), by generated ones, by
// both, or by none.
#pragma once

#include <cstddef>
#include <string>

#include "model/outcome.h"

namespace skua::report {

// Numbers of goals: two for each operand of a condition, and one for each function without
// branches. They are finer than the branches in percentages, which are unknown for hand-written
// tests.
struct CoverageSplit {
  std::size_t both = 0;
  std::size_t hand_written = 0;  // only by hand-written tests
  std::size_t generated = 0;     // only by generated tests
  std::size_t none = 0;

  std::size_t total() const { return both + hand_written + generated + none; }
  bool is_known() const { return total() > 0; }  // whether hand-written tests were run
};

CoverageSplit SplitOf(const model::ModuleOutcome& module);
// Returns the sum over all modules with known numbers, from their latest outcomes.
CoverageSplit SplitOf(const model::RunOutcome& outcome);

// "40 of 100 goals by both, 3 by hand-written tests alone, 50 by generated ones alone, 7 by none".
std::string Describe(const CoverageSplit& split);

}  // namespace skua::report
