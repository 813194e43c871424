// How many goals more searching is expected to cover.
//
// New goals come ever more slowly: as a rule, each doubling of the time searched finds at most
// about as many as the doubling before. So after a time s the next slice d is expected to cover
//
//     gain(d) = min(open, (g + prior) / (1 + f) · log2(1 + d / s))
//
// where g goals were found in (s/2, s]. s and g count earlier campaigns for the same code, whose
// tests the search started from, and f is how many of these in a row brought nothing. Of code never
// searched before nothing is known but how much is open, of which half is expected within h, the
// half-time:
//
//     gain(d) = open · d / (d + h)
//
// The numbers are those of TimePolicy::Gain.
#pragma once

#include "model/time_policy.h"
#include "plan/module_facts.h"
#include "plan/scheduler.h"

namespace skua::plan {

// `progress`: of the campaign under way; null before its first slice.
double ExpectedGain(const ModuleFacts& facts, const CampaignProgress* progress,
                    base::Duration slice, const model::TimePolicy::Gain& policy = {});

// What a slice is worth, a second: its expected gain, more when the module changed.
double Worth(const ModuleFacts& facts, const CampaignProgress* progress, base::Duration slice,
             const model::TimePolicy& policy = {});

}  // namespace skua::plan
