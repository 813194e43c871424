// Gathers facts from the machine and the state for `skua doctor` and `skua explain`, which judge
// them elsewhere.
#pragma once

#include <vector>

#include "base/clock.h"
#include "command/project/doctor.h"
#include "command/project/explain.h"
#include "config/config.h"

namespace skua::command {

DoctorFacts GatherDoctorFacts(const config::Config& config, const base::Deadline& deadline);

// Returns the reasons of the last campaign of each module; empty if no state can be read.
std::vector<ReasonCase> LastReasons(const config::Config& config);

}  // namespace skua::command
