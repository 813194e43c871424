// Translates the configuration into the options of a run's parts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "campaign/files/conftest.h"
#include "command/survey/survey.h"
#include "config/config.h"
#include "model/options/options.h"
#include "model/options/search_options.h"
#include "plan/plan.h"
#include "plan/scheduler.h"
#include "protocol/batch.h"
#include "worker/file_view.h"
#include "worker/interpreter.h"

namespace skua::command {

// Returns the configured seed, or a new one.
uint64_t SeedOf(const config::Config& config);

model::SearchOptions SearchOptionsOf(const config::Config& config);
protocol::BatchOptions BatchOptionsOf(const config::Config& config);
// See worker::WorkerOptions. Without a time budget the number must not depend on the cores.
std::size_t PartsOfBatch(const config::Config& config);
model::SandboxLimits LimitsOf(const config::Config& config);
// Returns the number of bytes that code under test may write, for worker::BoundedScratch.
uint64_t ScratchBytesOf(const config::Config& config);

// Returns the scheduler for the modules of `plan` that run.
std::unique_ptr<plan::Scheduler> MakeSchedulerFor(const config::Config& config,
                                                  const plan::Plan& plan,
                                                  const base::Deadline& end);

// Returns the folders for the front of sys.path.
std::vector<std::filesystem::path> SourcePath(const config::Config& config, const Survey& survey);
// Returns the content of the conftest.py beside generated tests.
campaign::Conftest ConftestOf(const config::Config& config, const Survey& survey);
// Returns the hidden files of the project: its secrets, and files in sandbox.hide.
std::vector<std::filesystem::path> HiddenIn(const config::Config& config);
// Returns the files visible to contained processes: the project without its secrets, and the stored
// data of earlier runs.
worker::VisibleFiles VisibleTo(const config::Config& config,
                               const worker::InterpreterFacts& interpreter);
// Returns the top-level names of the found modules: "parcel" for "parcel.rates".
std::set<std::string> TopLevelNames(const Survey& survey);

}  // namespace skua::command
