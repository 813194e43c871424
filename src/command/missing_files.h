// Generated files that the tree does not keep, as where a build starts from a fresh checkout and
// leaves tests as artefacts: they are written again from the state, as they were.
#pragma once

#include <vector>

#include "campaign/test_files.h"
#include "command/survey.h"
#include "config/config.h"
#include "state/state.h"

namespace skua::command {

// Of the archived suites, what should be in the folder for tests and is not.
std::vector<state::WrittenFile> MissingFiles(const config::Config& config, state::State& state);

// Writes those of modules that are still there under their name, before anything looks at them.
// Says how many.
std::size_t Restore(const Survey& survey, const campaign::TestFiles& files);

}  // namespace skua::command
