// Generated tests of modules that no longer exist.
#pragma once

#include <string>
#include <vector>

#include "base/clock.h"
#include "campaign/test_files.h"
#include "command/survey/survey.h"
#include "config/config.h"
#include "model/outcome.h"

namespace skua::command {

// Removes orphans that nobody edited, and returns them by name. A module is gone when no source
// file of its name is left; a module that the configuration leaves out is not gone. Tests of a
// renamed module stay until there are tests under its new name. Tests of a pair go with either
// side.
std::vector<std::string> RemoveOrphans(const config::Config& config, const Survey& survey,
                                       const model::RunOutcome& outcome,
                                       const campaign::TestFiles& files,
                                       const base::Deadline& deadline);

}  // namespace skua::command
