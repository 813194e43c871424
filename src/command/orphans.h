// Generated tests of modules that are gone.
#pragma once

#include <string>
#include <vector>

#include "campaign/test_files.h"
#include "command/survey.h"
#include "model/outcome.h"

namespace skua::command {

// Removes those that nobody edited, and returns them by name. A module is gone when no source file
// of its name is left: one that the configuration leaves out is none. Of one that was renamed they
// stay until there are tests under the new name.
std::vector<std::string> RemoveOrphans(const Survey& survey, const model::RunOutcome& outcome,
                                       const campaign::TestFiles& files);

}  // namespace skua::command
