// Which pairs of modules, or of parts of them, are tested together in a run: those that
// integration.pairs names, or with "auto" all modules of which one imports the other.
#pragma once

#include "command/survey.h"
#include "config/config.h"
#include "plan/plan.h"

namespace skua::command {

// Each as a module to plan, with its pair. Planned are those of which a side has changed since
// their last campaign, or whose file is gone. Callers of a changed callee come first, then those
// with the most to combine: branches of the caller times branches of the callee. Throws base::Error
// when the settings name a pair that cannot be.
plan::Plan PlanPairs(const config::Config& config, const Survey& survey,
                     const base::Deadline& deadline);

}  // namespace skua::command
