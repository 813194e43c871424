// The inputs of a campaign that are known beforehand: the suite of the last campaign, tests to
// learn from, and the suites of modules that this one imports.
#pragma once

#include <filesystem>
#include <vector>

#include "campaign/campaign.h"
#include "command/survey/survey.h"
#include "config/config.h"
#include "plan/plan.h"

namespace skua::command {

// The task as the state knows it at this moment: suites that this run has already written are
// included.
campaign::CampaignTask TaskOf(const config::Config& config, const plan::PlannedModule& module,
                              const Survey& survey);

// The files that workers will import, those of the first campaigns first; absolute.
std::vector<std::filesystem::path> FilesToImport(const config::Config& config,
                                                 const Survey& survey);

}  // namespace skua::command
