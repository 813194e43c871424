// Modules that were never measured, whose statements coverage reports list as not executed.
#pragma once

#include <cstdint>

#include "base/clock.h"
#include "command/survey/survey.h"
#include "config/config.h"
#include "model/outcome.h"
#include "workspace/line_program.h"

namespace skua::command {

// Returns the program that lists the statements of source files.
workspace::LineProgram StatementLinesProgram(const config::Config& config, const Survey& survey);

// Finds the statements of modules whose lines no run has measured, and stores them in the state.
// Leaves modules for which there is no time to a later run.
void ListUnmeasured(const config::Config& config, const Survey& survey, int64_t run,
                    model::RunOutcome& outcome, const base::Deadline& deadline);

}  // namespace skua::command
