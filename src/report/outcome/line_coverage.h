// A module's lines and the branches at them, counted as coverage.py does, for the coverage formats.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/outcome.h"

namespace skua::report {

struct LineCoverage {
  struct Branch {
    bool when = true;  // true: into the body of the statement; false: past it
    bool taken = false;
    bool guarded = false;  // a guard takes it
  };
  uint32_t line = 0;
  bool hit = false;
  std::vector<Branch> branches;  // at most one of each

  std::size_t taken() const;
};

// Returns the module's lines, ascending: the measured lines, or without any its statements; empty
// if both are unknown. A branch is an outcome of a statement's whole condition, at the statement's
// first line; Skua's goals are outcomes of each operand.
std::vector<LineCoverage> LinesOf(const model::ModuleOutcome& module);

struct CoverageCounts {
  std::size_t lines = 0;
  std::size_t lines_hit = 0;
  std::size_t branches = 0;
  std::size_t branches_taken = 0;
  std::size_t branches_guarded = 0;  // that guards take, and no written test does

  void Add(const std::vector<LineCoverage>& lines_of_one);
  CoverageCounts& operator+=(const CoverageCounts& other);
};

// The lines of each module for which they are known, in the order of the outcome.
struct ModuleLines {
  const model::ModuleOutcome* module;  // of `outcome`, or its `earlier`
  std::vector<LineCoverage> lines;
};
std::vector<ModuleLines> LinesOf(const model::RunOutcome& outcome);

}  // namespace skua::report
