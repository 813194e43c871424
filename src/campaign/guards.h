// Guards: tests that nobody would merge, so that they are kept in the state and not written. They
// are run as data when the module changes, and each thing that they notice is told once.
#pragma once

#include "campaign/campaign_context.h"
#include "campaign/standing/open_changes.h"
#include "model/suite.h"

namespace skua::campaign {

// Runs the guards that the state has if the module changed since. Adds what they show to what
// became of its other tests, apart from calls of which these tell already. From then on the guards
// expect what is so now, unless the run fails by it.
void AskGuards(CampaignContext& context, SettledChanges& settled);

// Tells the outcome that these are the module's guards and which goals they cover. Guards that are
// not steady when they are run as data are left out.
void KeepGuards(const model::Suite& guards, CampaignContext& context);

}  // namespace skua::campaign
