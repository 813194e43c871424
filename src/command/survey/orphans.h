// Generated tests of deleted modules.
#pragma once

#include <string>
#include <vector>

#include "base/clock.h"
#include "campaign/files/test_files.h"
#include "command/survey/survey.h"
#include "config/config.h"
#include "model/outcome.h"

namespace skua::command {

// Removes unedited orphans, and returns them by name. A module is deleted if no source file with
// its name exists, even one that the configuration excludes. Tests of a renamed module stay until
// there are tests under its new name. Tests of a pair are removed with either of its modules.
std::vector<std::string> RemoveOrphans(const config::Config& config, const Survey& survey,
                                       const model::RunOutcome& outcome,
                                       const campaign::TestFiles& files,
                                       const base::Deadline& deadline);

}  // namespace skua::command
