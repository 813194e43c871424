// A module's lines with the branches that leave them: what formats of coverage tell.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/outcome.h"

namespace skua::report {

struct LineCoverage {
  struct Branch {
    bool when = true;  // the outcome of the condition
    bool taken = false;
  };
  uint32_t line = 0;
  bool hit = false;
  std::vector<Branch> branches;  // in the order of the goals

  std::size_t taken() const;
};

// Those that were measured, ascending; empty when none were. A branch stands at the statement that
// its condition is in, which begins on that line or before.
std::vector<LineCoverage> LinesOf(const model::ModuleOutcome& module);

struct CoverageCounts {
  std::size_t lines = 0;
  std::size_t lines_hit = 0;
  std::size_t branches = 0;
  std::size_t branches_taken = 0;

  void Add(const std::vector<LineCoverage>& lines_of_one);
  CoverageCounts& operator+=(const CoverageCounts& other);
};

// How each module of the workspace stands that was ever measured, in the order of the outcome:
// pairs of a module and its lines.
struct MeasuredModule {
  const model::ModuleOutcome* module;  // of `outcome`, or its earlier
  std::vector<LineCoverage> lines;
};
std::vector<MeasuredModule> MeasuredModules(const model::RunOutcome& outcome);

}  // namespace skua::report
