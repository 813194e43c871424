// `skua report`: the last run's reports once more, from the state. And what a run's own take from
// the configuration.
#pragma once

#include <ostream>

#include "config/config.h"
#include "report/ci_log.h"
#include "report/reporter.h"
#include "state/state.h"

namespace skua::command {

report::ReportContext ReportContextOf(const config::Config& config, state::State& state);
report::CiPlaces CiPlacesOf(const config::Config& config);

// Returns the exit code.
int Report(const config::Config& config, std::ostream& out);

}  // namespace skua::command
