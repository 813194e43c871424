// Which pairs of modules, or of parts of them, are tested together in a run: those that
// integration.pairs names, or with "auto" all modules of which one calls the other, as imports and
// call sites tell, or running code showed.
#pragma once

#include "command/survey/survey.h"
#include "config/config.h"
#include "plan/plan.h"

namespace skua::command {

// Each as a module to plan, with its pair. Planned are those of which a side, or what a side
// imports, has changed since their last campaign, or whose file is gone, in the order of
// plan/pair_order.h. Throws base::Error when the settings name a pair that cannot be.
plan::Plan PlanPairs(const config::Config& config, const Survey& survey,
                     const base::Deadline& deadline);

}  // namespace skua::command
