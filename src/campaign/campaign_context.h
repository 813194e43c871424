// The common state of the passes of a campaign: its task and tools, the module once it is loaded,
// and the results so far.
#pragma once

#include <string>

#include "base/team.h"
#include "campaign/campaign.h"
#include "campaign/pacing/campaign_time.h"
#include "model/subject_loader.h"

namespace skua::campaign {

struct CampaignContext {
  const CampaignTools& tools;
  const CampaignTask& task;
  CampaignResult& result;
  CampaignTime time;
  // Thread pool for all parallel work except running tests, which the executors do. Processes that
  // its threads start end with it, so it outlives the loaded module.
  base::Team team{&tools.progress.cores};
  model::LoadedSubject loaded = {};
  model::LoadOptions load_options = {};  // with which it was loaded

  const CampaignOptions& options() const { return tools.options; }
  model::ModuleOutcome& outcome() const { return result.outcome; }
  const model::Subject& subject() const { return loaded.subject; }
  model::Executor& executor() const { return *loaded.executor; }
  const model::ModuleId& loaded_module() const {
    return task.pair ? task.pair->caller : task.module;
  }
  // Loads the module again, with the options that decide which names tests can use.
  model::LoadedSubject LoadObserver(model::LoadOptions options) const {
    options.seed_files = load_options.seed_files;
    options.importers = load_options.importers;
    options.passed_types = load_options.passed_types;
    options.callee = load_options.callee;
    options.parts = load_options.parts;
    options.seen_calls = load_options.seen_calls;
    options.cores = load_options.cores;
    return tools.loader.Load(loaded_module(), options, time.finish());
  }
};

}  // namespace skua::campaign
