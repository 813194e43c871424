// The gates that the user set: limits for coverage, findings and the like, judged after the reports
// are written.
#pragma once

#include <string>
#include <vector>

#include "config/config.h"
#include "model/outcome.h"
#include "workspace/changed_lines.h"

namespace skua::command {

// Returns a sentence for each gate that the run fails, and one for modules in which Skua itself
// failed. `changed` is null if the run was not compared with a git ref; fail_under_changed then
// counts all lines of changed modules.
std::vector<std::string> FailedGates(const config::Config& config, const model::RunOutcome& outcome,
                                     const workspace::ChangedLines* changed);

// Returns the exit code of a finished run: 2 if Skua itself failed in a module, 1 if a gate failed,
// else 0.
int ExitCodeOf(const model::RunOutcome& outcome);

}  // namespace skua::command
