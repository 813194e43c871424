// `skua plan`: what a run would do, and why. Changes nothing.
#pragma once

#include <ostream>

#include "base/clock.h"
#include "config/config.h"
#include "report/console.h"

namespace skua::command {

int Plan(const config::Config& config, const report::ConsoleOptions& console,
         const base::Deadline& deadline, std::ostream& out);

}  // namespace skua::command
