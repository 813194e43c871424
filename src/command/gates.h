// The gates that the user set, by which a run is judged once its reports are written.
#pragma once

#include <string>
#include <vector>

#include "config/config.h"
#include "model/outcome.h"
#include "workspace/changed_lines.h"

namespace skua::command {

// A sentence for each gate that the run fails. `changed` is null when the run was not compared with
// a git ref; fail_under_changed then counts all lines of the modules that changed.
std::vector<std::string> FailedGates(const config::Config& config, const model::RunOutcome& outcome,
                                     const workspace::ChangedLines* changed);

}  // namespace skua::command
