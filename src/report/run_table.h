// The table that closes a run: a line for each module that something was done for.
#pragma once

#include <string>

#include "model/outcome.h"
#include "report/console.h"

namespace skua::report {

// Unchanged and deleted modules are left out unless there is something to say of them, and those
// that were skipped (skipped.h). Empty when no module is left.
std::string RunTable(const model::RunOutcome& outcome, const ConsoleOptions& options);

}  // namespace skua::report
