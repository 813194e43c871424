// What `skua doctor` and `skua explain` say is judged elsewhere; here the machine and the state are
// asked.
#pragma once

#include <vector>

#include "base/clock.h"
#include "command/doctor.h"
#include "command/explain.h"
#include "config/config.h"

namespace skua::command {

DoctorFacts GatherDoctorFacts(const config::Config& config, const base::Deadline& deadline);

// Of the last campaign of each module. Empty when there is no state that can be read.
std::vector<ReasonCase> LastReasons(const config::Config& config);

}  // namespace skua::command
