// What a run is judged by, once its reports are written: the gates that the user set.
#pragma once

#include <string>
#include <vector>

#include "config/config.h"
#include "model/outcome.h"
#include "workspace/changed_lines.h"

namespace skua::command {

// A sentence for each gate that does not hold. `changed`: null when the run was not compared with a
// git ref; then fail_under_changed is about all lines of the modules that changed.
std::vector<std::string> FailedGates(const config::Config& config, const model::RunOutcome& outcome,
                                     const workspace::ChangedLines* changed);

}  // namespace skua::command
