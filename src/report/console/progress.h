// The progress of a run in one line.
#pragma once

#include <cstddef>
#include <string>

#include "report/console/console.h"

namespace skua::report {

// For a terminal, in at most `width` columns: a bar, and as many of the other parts as fit.
std::string ProgressLine(const ProgressSnapshot& progress, std::size_t width, bool color);

// For a log, as a line of its own.
std::string HeartbeatLine(const ProgressSnapshot& progress);

}  // namespace skua::report
