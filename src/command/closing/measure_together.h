// What the generated tests execute together, as coverage.py would count it over all of them: lines
// and branches of every module of the scope, whichever module's tests run them.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "base/clock.h"
#include "campaign/test_files.h"
#include "command/survey/survey.h"
#include "config/config.h"
#include "model/outcome.h"
#include "model/subject_loader.h"

namespace skua::command {

using FileRuns = std::map<std::string, model::FileRun>;  // by project-relative path

// Whether some module was never measured though its tests stand: the state was not kept, or this is
// another checkout.
bool HasUnmeasured(const Survey& survey);

// Watches the modules while pytest runs all generated tests that stand. Empty when neither tests
// (`is_changed`: those of an earlier run) nor sources changed and all was measured, for then what
// was measured before still holds, or when pytest did not get through them. Calls between modules
// are noted `with_calls` alone.
FileRuns WatchTogether(const model::RunOutcome& outcome, const Survey& survey,
                       const campaign::TestFiles& files, bool is_changed, bool with_calls,
                       model::PytestRunner& pytest, const base::Deadline& deadline);

// Keeps in the state which functions of a module called which of another one, which tells what
// pairs of modules later runs test together.
void RecordCalls(const FileRuns& runs, const Survey& survey);

// Gives each module that ran the lines and branches that all tests together execute, in place of
// those of its own tests, and keeps them in the state. Modules for which there is no time keep what
// they have. REQUIRES: earlier results were recalled.
void TakeOver(const FileRuns& runs, const config::Config& config, const Survey& survey, int64_t run,
              model::RunOutcome& outcome, const base::Deadline& deadline);

}  // namespace skua::command
