// The table at the end of a run, with a line for each module that was worked on.
#pragma once

#include <string>

#include "model/outcome.h"
#include "report/console/console.h"

namespace skua::report {

// Returns the table, without skipped modules (skipped.h) and unchanged and deleted modules with
// nothing to report. Empty if no module is left.
std::string RunTable(const model::RunOutcome& outcome, const ConsoleOptions& options);
// Returns the table of pairs of modules that were tested together.
std::string PairTable(const model::RunOutcome& outcome, const ConsoleOptions& options);

}  // namespace skua::report
