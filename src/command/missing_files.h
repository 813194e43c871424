// Generated files that are missing from the tree, as where a build starts from a fresh checkout and
// keeps tests as artefacts. They are written again from the state, as they were.
#pragma once

#include <vector>

#include "campaign/test_files.h"
#include "command/survey.h"
#include "config/config.h"
#include "state/state.h"

namespace skua::command {

// The files of the archived suites that should be in the folder for tests and are not.
std::vector<state::WrittenFile> MissingFiles(const config::Config& config, state::State& state);

// Writes the missing files of modules that still exist under their name, before anything looks at
// them. Returns how many there were.
std::size_t Restore(const Survey& survey, const campaign::TestFiles& files);

}  // namespace skua::command
