// Chooses the pairs of modules, or of parts of them, to test together: those in integration.pairs,
// or for "auto" all modules of which one calls the other, by imports and call sites or by seen
// calls.
#pragma once

#include "command/survey/survey.h"
#include "config/config.h"
#include "plan/plan.h"

namespace skua::command {

// Returns a plan with each pair as a module. Runs pairs whose caller, callee or imports of these
// changed since their last campaign, or whose file is missing, in the order of plan/pair_order.h.
// Throws base::Error if the settings name an invalid pair.
plan::Plan PlanPairs(const config::Config& config, const Survey& survey,
                     const base::Deadline& deadline);

}  // namespace skua::command
