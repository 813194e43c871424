// From the command line to the command that does it.
#pragma once

#include <atomic>
#include <ostream>
#include <string>
#include <vector>

#include "base/clock.h"

namespace skua::command {

// Returns the exit code. Throws base::Error for what the user or the environment got wrong.
int Dispatch(const std::vector<std::string>& arguments, const base::Clock& clock,
             base::TimePoint start, const std::atomic<bool>& interrupted, std::ostream& out);

}  // namespace skua::command
