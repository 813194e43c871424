// Modules of which nothing was ever measured: coverage reports tell of them all the same, as of
// what was not executed.
#pragma once

#include <cstdint>

#include "base/clock.h"
#include "command/survey.h"
#include "config/config.h"
#include "model/outcome.h"

namespace skua::command {

// Finds the statements of those that neither this run nor an earlier one knows the lines of, and
// keeps them in the state. What there is no time for is found by another run.
void ListUnmeasured(const config::Config& config, const Survey& survey, int64_t run,
                    model::RunOutcome& outcome, const base::Deadline& deadline);

}  // namespace skua::command
