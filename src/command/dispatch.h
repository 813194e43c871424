// Runs the command of the command line.
#pragma once

#include <atomic>
#include <ostream>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/secrets.h"

namespace skua::command {

// `secrets` are those of the environment; secrets in the project's files are added, and the caller
// masks them in `out`. Returns the exit code. Throws base::Error for mistakes of the user or
// problems of the environment.
int Dispatch(const std::vector<std::string>& arguments, const base::Clock& clock,
             base::TimePoint start, const std::atomic<bool>& interrupted, base::Secrets& secrets,
             std::ostream& out);

}  // namespace skua::command
