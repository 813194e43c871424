// The gates that the user set, by which a run is judged once its reports are written.
#pragma once

#include <string>
#include <vector>

#include "config/config.h"
#include "model/outcome.h"
#include "workspace/changed_lines.h"

namespace skua::command {

// A sentence for each gate that the run fails, and one for modules in which Skua itself failed.
// `changed` is null when the run was not compared with
// a git ref; fail_under_changed then counts all lines of the modules that changed.
std::vector<std::string> FailedGates(const config::Config& config, const model::RunOutcome& outcome,
                                     const workspace::ChangedLines* changed);

// What a run that came to its end exits with: 2 where Skua itself failed in a module, 1 where a
// gate failed, else 0.
int ExitCodeOf(const model::RunOutcome& outcome);

}  // namespace skua::command
