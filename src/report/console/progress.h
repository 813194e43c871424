// The progress of a run in one line.
#pragma once

#include <cstddef>
#include <string>

#include "report/console/console.h"

namespace skua::report {

// Returns the line for a terminal, in at most `width` columns: a bar, and as many other parts as
// fit.
std::string ProgressLine(const ProgressSnapshot& progress, std::size_t width, bool color);

// Returns the line for a log.
std::string HeartbeatLine(const ProgressSnapshot& progress);

}  // namespace skua::report
