// The one definition of coverage, for all reports and gates: branches as coverage.py counts them,
// over all modules in scope. A module that was never measured counts with all lines as not
// executed. A module whose lines are unknown is listed separately.
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
  std::size_t modules = 0;           // existing modules, with or without code
  std::size_t unmeasured = 0;        // modules with known lines that were never measured
  std::vector<std::string> unknown;  // names of modules whose lines are unknown

  // Returns taken branches / branches, or without branches executed lines / lines; nullopt if no
  // module was measured.
  std::optional<double> share() const;
  // Returns the share that guards reach beside that; no gate and no badge counts it.
  double guarded_share() const;
  std::size_t measured() const { return modules - unmeasured - unknown.size(); }
};

// Returns the module's present coverage: from its own outcome or, if this run did not measure it,
// from its earlier one.
Coverage CoverageOf(const model::ModuleOutcome& module);
Coverage CoverageOf(const model::RunOutcome& outcome);

// Returns the module's present coverage as a share; nullopt unless tests were measured on it.
std::optional<double> MeasuredShare(const model::ModuleOutcome& module);

// Returns "64 %", "64 % (54 of 361 modules measured; guards reach 6 % more)", "unknown (nothing was
// measured)".
std::string Describe(const Coverage& coverage);

}  // namespace skua::report
