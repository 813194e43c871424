// What the passes of one campaign share: its task and tools, the module once it is loaded, and what
// has come of it so far.
#pragma once

#include <string>

#include "base/team.h"
#include "campaign/campaign.h"
#include "campaign/campaign_time.h"
#include "model/subject_loader.h"

namespace skua::campaign {

struct CampaignContext {
  const CampaignTools& tools;
  const CampaignTask& task;
  CampaignResult& result;
  CampaignTime time;
  // For what is done side by side, but for tests, which the executors see to. Processes that its
  // threads start end with it, so it outlives whatever is loaded.
  base::Team team{&tools.progress.cores};
  model::LoadedSubject loaded = {};

  const CampaignOptions& options() const { return tools.options; }
  model::ModuleOutcome& outcome() const { return result.outcome; }
  const model::Subject& subject() const { return loaded.subject; }
  model::Executor& executor() const { return *loaded.executor; }
};

}  // namespace skua::campaign
