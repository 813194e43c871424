// `skua report`: writes the last run's reports again from the state. Also gives a run the settings
// for its own reports.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "base/secrets.h"
#include "config/config.h"
#include "report/formats/ci_log.h"
#include "state/state.h"
#include "workspace/changed_lines.h"

namespace skua::command {

// `changed`: the lines that differ from the git ref that the run was compared with; null: none. The
// view borrows them.
report::CiView CiViewOf(const config::Config& config,
                        const workspace::ChangedLines* changed = nullptr);

// Writes the reports of `reports.formats`, as report::WriteReports does. If this makes their
// folder, it is hidden from git. Shows no secret. `changed` as above.
std::vector<std::string> WriteReports(const config::Config& config,
                                      const model::RunOutcome& outcome, state::State& state,
                                      const base::Secrets& secrets,
                                      const workspace::ChangedLines* changed = nullptr);

// Returns the exit code.
int Report(const config::Config& config, const base::Secrets& secrets, std::ostream& out);

}  // namespace skua::command
