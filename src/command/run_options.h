// What a run's parts are told of the configuration: each in the words of its own folder.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "campaign/suite_maker.h"
#include "command/survey.h"
#include "config/config.h"
#include "plan/plan.h"
#include "plan/scheduler.h"
#include "protocol/batch.h"
#include "search/search_options.h"
#include "worker/containment.h"

namespace skua::command {

// As configured, or a new one.
uint64_t SeedOf(const config::Config& config);

search::SearchOptions SearchOptionsOf(const config::Config& config);
campaign::OracleOptions OracleOptionsOf(const config::Config& config);
protocol::BatchOptions BatchOptionsOf(const config::Config& config);
worker::SandboxLimits LimitsOf(const config::Config& config);

// For the modules of `plan` that run.
std::unique_ptr<plan::Scheduler> MakeSchedulerFor(const config::Config& config,
                                                  const plan::Plan& plan,
                                                  const base::Deadline& end);

// What is put in front of sys.path.
std::vector<std::filesystem::path> SourcePath(const config::Config& config, const Survey& survey);
// Of the modules that were found: "parcel" of "parcel.rates".
std::set<std::string> TopLevelNames(const Survey& survey);

}  // namespace skua::command
