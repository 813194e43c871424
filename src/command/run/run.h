// `skua run`: from a workspace to verified files and reports.
#pragma once

#include <atomic>
#include <ostream>

#include "base/clock.h"
#include "base/secrets.h"
#include "config/config.h"
#include "report/console/console.h"

namespace skua::command {

// `start` is the start of the process, from which the budget counts. `interrupted` is set by a
// signal; the run then ends at once, with its reports. Returns the exit code: 0, or 1 if a gate
// failed.
int Run(const config::Config& config, const report::ConsoleOptions& console_options,
        const base::Clock& clock, base::TimePoint start, const std::atomic<bool>& interrupted,
        const base::Secrets& secrets, std::ostream& out);

}  // namespace skua::command
