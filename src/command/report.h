// `skua report`: writes the last run's reports again from the state. Also gives a run the settings
// for its own reports.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "config/config.h"
#include "report/ci_log.h"
#include "state/state.h"

namespace skua::command {

report::CiPlaces CiPlacesOf(const config::Config& config);

// Writes the reports of `reports.formats`, as report::WriteReports does. If this makes their
// folder, it is hidden from git.
std::vector<std::string> WriteReports(const config::Config& config,
                                      const model::RunOutcome& outcome, state::State& state);

// Returns the exit code.
int Report(const config::Config& config, std::ostream& out);

}  // namespace skua::command
