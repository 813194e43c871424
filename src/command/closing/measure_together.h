// Measures the lines and branches of every module in scope that all generated tests execute
// together, as coverage.py counts them.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "base/clock.h"
#include "campaign/files/test_files.h"
#include "command/survey/survey.h"
#include "config/config.h"
#include "model/outcome.h"
#include "model/subject_loader.h"

namespace skua::command {

using FileRuns = std::map<std::string, model::FileRun>;  // by project-relative path

// Returns whether a module with tests was never measured: the state was lost, or this is another
// checkout.
bool HasUnmeasured(const Survey& survey);

// Records what pytest executes of the modules while it runs all generated tests. Empty if pytest
// did not finish, or if earlier results still hold: neither tests (`is_changed`: those of an
// earlier run) nor sources changed, and all was measured. Records calls between modules only
// `with_calls`.
FileRuns WatchTogether(const model::RunOutcome& outcome, const Survey& survey,
                       const campaign::TestFiles& files, bool is_changed, bool with_calls,
                       model::PytestRunner& pytest, const base::Deadline& deadline);

// Stores seen calls between modules in the state, from which later runs choose pairs to test.
void RecordCalls(const FileRuns& runs, const Survey& survey);

// Gives each executed module the lines and branches that all tests together execute, in place of
// those of its own tests, and stores them in the state. Modules for which there is no time keep
// theirs. REQUIRES: earlier results were recalled.
void TakeOver(const FileRuns& runs, const config::Config& config, const Survey& survey, int64_t run,
              model::RunOutcome& outcome, const base::Deadline& deadline);

}  // namespace skua::command
