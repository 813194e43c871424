// The table that closes a run, with a line for each module for which something was done.
#pragma once

#include <string>

#include "model/outcome.h"
#include "report/console/console.h"

namespace skua::report {

// Leaves out skipped modules (skipped.h), and unchanged and deleted modules with nothing to report.
// Empty when no module is left.
std::string RunTable(const model::RunOutcome& outcome, const ConsoleOptions& options);
// The same for pairs of modules that were tested together.
std::string PairTable(const model::RunOutcome& outcome, const ConsoleOptions& options);

}  // namespace skua::report
