// Modules that were never measured. Coverage reports list their statements, too, as not executed.
#pragma once

#include <cstdint>

#include "base/clock.h"
#include "command/survey/survey.h"
#include "config/config.h"
#include "model/outcome.h"
#include "workspace/line_program.h"

namespace skua::command {

// The program that lists the statements of source files.
workspace::LineProgram StatementLinesProgram(const config::Config& config, const Survey& survey);

// Finds the statements of modules whose lines neither this run nor an earlier one knows, and keeps
// them in the state. Modules for which there is no time are left to another run.
void ListUnmeasured(const config::Config& config, const Survey& survey, int64_t run,
                    model::RunOutcome& outcome, const base::Deadline& deadline);

}  // namespace skua::command
