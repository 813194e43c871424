// The input of a campaign that is known in advance: the suite of the last campaign, tests to learn
// from, and the suites of modules that this one imports.
#pragma once

#include <filesystem>
#include <vector>

#include "campaign/campaign.h"
#include "command/survey/survey.h"
#include "config/config.h"
#include "plan/plan.h"

namespace skua::command {

// Returns the task from the present state, which includes suites already written by this run.
campaign::CampaignTask TaskOf(const config::Config& config, const plan::PlannedModule& module,
                              const Survey& survey);

// Returns the absolute paths of files that workers will import, those of the first campaigns first.
std::vector<std::filesystem::path> FilesToImport(const config::Config& config,
                                                 const Survey& survey);

}  // namespace skua::command
