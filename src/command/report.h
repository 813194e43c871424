// `skua report`: the last run's reports once more, from the state. And what a run's own take from
// the configuration.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "config/config.h"
#include "report/ci_log.h"
#include "state/state.h"

namespace skua::command {

report::CiPlaces CiPlacesOf(const config::Config& config);

// Writes what `reports.formats` asks for, as report::WriteReports does. A folder that this makes is
// hidden from git.
std::vector<std::string> WriteReports(const config::Config& config,
                                      const model::RunOutcome& outcome, state::State& state);

// Returns the exit code.
int Report(const config::Config& config, std::ostream& out);

}  // namespace skua::command
