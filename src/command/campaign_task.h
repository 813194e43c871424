// What a campaign is given of what is known already: the suite of the last one, tests to learn
// from, and the suites of modules that this one imports.
#pragma once

#include <filesystem>
#include <vector>

#include "campaign/campaign.h"
#include "command/survey.h"
#include "config/config.h"
#include "plan/plan.h"

namespace skua::command {

// As the state knows it at this moment: suites that this run has written are among what is found.
campaign::CampaignTask TaskOf(const config::Config& config, const plan::PlannedModule& module,
                              const Survey& survey);

// What workers will import, the first campaigns' first; absolute.
std::vector<std::filesystem::path> FilesToImport(const config::Config& config,
                                                 const Survey& survey);

}  // namespace skua::command
