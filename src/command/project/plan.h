// `skua plan`: prints what a run would do, and why. Changes nothing.
#pragma once

#include <optional>
#include <ostream>
#include <string>

#include "base/clock.h"
#include "config/config.h"
#include "report/console/console.h"

namespace skua::command {

struct PlanOutput {
  // Number of machines that share the work; 0: as many as the budget requires; nullopt: not shared.
  std::optional<unsigned> shards = {};
  std::string format = "text";  // one of config::kPlanFormats
};

int Plan(const config::Config& config, const report::ConsoleOptions& console,
         const base::Deadline& deadline, const PlanOutput& output, std::ostream& out);

}  // namespace skua::command
