// The hand-written tests that `existing_tests` names, for campaigns.
#pragma once

#include "campaign/standing/existing_coverage.h"
#include "command/survey/survey.h"
#include "config/config.h"
#include "plan/plan.h"

namespace skua::command {

// Sets Survey::existing_tests and their stamp. REQUIRES: `tests` are scanned. Throws base::Error
// for a path that does not exist.
void FindExistingTests(const config::Config& config, Survey& survey);

// Returns the hand-written tests for a campaign, those that import the module first, with the
// state's results of them.
campaign::ExistingTests ExistingTestsOf(const plan::PlannedModule& module, const Survey& survey);

}  // namespace skua::command
