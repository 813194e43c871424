// A run after its survey, pass by pass. Starts no process by itself.
#pragma once

#include <optional>

#include "base/clock.h"
#include "base/log.h"
#include "base/secrets.h"
#include "command/campaigns/run_processes.h"
#include "command/run/watchdog.h"
#include "command/survey/survey.h"
#include "config/config.h"
#include "model/outcome.h"
#include "report/console/console.h"
#include "report/formats/ci_log.h"

namespace skua::command {

struct RunTools {
  const config::Config& config;
  RunProcesses& processes;
  report::Console& console;
  report::CiLog& ci;
  Watchdog& watchdog;
  const base::Log& log;
  const base::Secrets& secrets;
  base::TimePoint start;           // start of the process, from which the budget counts
  const base::Deadline& deadline;  // of the run
};

// Runs the survey's plan, or the part of it that `shard` has, and writes tests, state and reports,
// even if a pass throws, whose exception is then rethrown. Borrows the tools. Returns the exit
// code. Throws base::Error if the machine lacks something that a run needs.
int RunPasses(const RunTools& tools, Survey survey, const std::optional<model::Shard>& shard);

}  // namespace skua::command
