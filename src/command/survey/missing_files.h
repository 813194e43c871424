// Generated files that are missing from the tree, as where a build starts from a fresh checkout and
// keeps tests as artefacts. Their modules run again, with the archived tests as data to begin with.
// The state has the text of the files, too, but who can write the state would have code of theirs
// run under plain pytest: files are written as they were only where output.restore says that this
// is nobody else.
#pragma once

#include <cstddef>
#include <vector>

#include "campaign/test_files.h"
#include "command/survey/survey.h"
#include "config/config.h"
#include "plan/plan.h"
#include "state/state.h"

namespace skua::command {

// The files of the archived suites that should be in the folder for tests and are not.
std::vector<state::WrittenFile> MissingFiles(const config::Config& config, state::State& state);

// How many of the missing files are of these modules.
std::size_t MissingOf(const std::vector<plan::PlannedModule>& modules, const Survey& survey);

// Writes the missing files of modules that still exist under their name, before anything looks at
// them. Returns how many there were. REQUIRES: the state is trusted.
std::size_t Restore(const Survey& survey, const campaign::TestFiles& files);

}  // namespace skua::command
