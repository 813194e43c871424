// Whose tests cover what: hand-written ones (`existing_tests`), generated ones, both, none.
#pragma once

#include <cstddef>
#include <string>

#include "model/outcome.h"

namespace skua::report {

// Branches, as percentages count them.
struct CoverageSplit {
  std::size_t both = 0;
  std::size_t hand_written = 0;  // alone
  std::size_t generated = 0;     // alone
  std::size_t none = 0;

  std::size_t total() const { return both + hand_written + generated + none; }
  bool is_known() const { return total() > 0; }  // hand-written tests were run
};

CoverageSplit SplitOf(const model::ModuleOutcome& module);
// Of all modules of which it is known, as they stand now.
CoverageSplit SplitOf(const model::RunOutcome& outcome);

// "40 branches by both, 3 by hand-written tests alone, 50 by generated ones alone, 7 by none".
std::string Describe(const CoverageSplit& split);

}  // namespace skua::report
