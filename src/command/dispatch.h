// Runs the command that the command line names.
#pragma once

#include <atomic>
#include <ostream>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/secrets.h"

namespace skua::command {

// `secrets` are those of the environment; what the project's files add to them is masked in `out`
// by the caller. Returns the exit code. Throws base::Error for mistakes of the user or problems of
// the environment.
int Dispatch(const std::vector<std::string>& arguments, const base::Clock& clock,
             base::TimePoint start, const std::atomic<bool>& interrupted, base::Secrets& secrets,
             std::ostream& out);

}  // namespace skua::command
