// The one definition of coverage that every report and every gate tells: branches as coverage.py
// counts them, over all modules of the scope. A module that no test of this run or an earlier one
// was measured on counts with all its lines as not executed; one whose lines nobody knows is told
// apart as unknown, and no percentage hides it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "model/outcome.h"
#include "report/outcome/line_coverage.h"

namespace skua::report {

struct Coverage {
  CoverageCounts counts;
  std::size_t modules = 0;           // that are there, with code or without
  std::size_t unmeasured = 0;        // of `modules`, those whose known lines were never measured
  std::vector<std::string> unknown;  // of `modules`, the names of those whose lines are not known

  // Branches taken / branches, or where there is no branch at all, lines executed / lines. Nothing
  // when no module was measured.
  std::optional<double> share() const;
  // What guards, which are not written, take beside that; no gate and no badge counts it.
  double guarded_share() const;
  std::size_t measured() const { return modules - unmeasured - unknown.size(); }
};

// As the module stands now: by its own outcome or, where this run did not measure it, by its
// earlier one.
Coverage CoverageOf(const model::ModuleOutcome& module);
Coverage CoverageOf(const model::RunOutcome& outcome);

// The share of one module as it stands now; nothing unless tests were measured on it.
std::optional<double> MeasuredShare(const model::ModuleOutcome& module);

// "64 %", "64 % (54 of 361 modules measured; guards reach 6 % more)", "unknown (nothing was
// measured)".
std::string Describe(const Coverage& coverage);

}  // namespace skua::report
