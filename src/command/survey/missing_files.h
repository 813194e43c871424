// Generated files that are missing from the tree, as in a fresh checkout whose tests are kept as
// artefacts. Their modules run again, starting from the archived tests as data. Their text in the
// state is written only with output.restore: whoever can write the state could otherwise run code
// under plain pytest.
#pragma once

#include <cstddef>
#include <vector>

#include "campaign/files/test_files.h"
#include "command/survey/survey.h"
#include "config/config.h"
#include "plan/plan.h"
#include "state/state.h"

namespace skua::command {

// Returns the files of the archived suites that are missing from the folder for tests.
std::vector<state::WrittenFile> MissingFiles(const config::Config& config, state::State& state);

// Returns the number of missing files of these modules.
std::size_t MissingOf(const std::vector<plan::PlannedModule>& modules, const Survey& survey);

// Writes the missing files of modules that still exist under their name, before anything reads
// them. Returns their number. REQUIRES: the state is trusted.
std::size_t Restore(const Survey& survey, const campaign::TestFiles& files);

}  // namespace skua::command
