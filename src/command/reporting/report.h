// `skua report`: writes the last run's reports again from the state. Also makes the settings for a
// run's own reports.
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

// `changed`: lines that differ from the run's git ref, borrowed by the view; null: no comparison.
report::CiView CiViewOf(const config::Config& config,
                        const workspace::ChangedLines* changed = nullptr);

// Writes the reports of `reports.formats` by report::WriteReports, with secrets masked. Hides a
// folder that it creates from git. `changed` as above.
std::vector<std::string> WriteReports(const config::Config& config,
                                      const model::RunOutcome& outcome, state::State& state,
                                      const base::Secrets& secrets,
                                      const workspace::ChangedLines* changed = nullptr);

// Returns the exit code.
int Report(const config::Config& config, const base::Secrets& secrets, std::ostream& out);

}  // namespace skua::command
