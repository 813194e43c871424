// Estimates how many goals more searching covers.
//
// Searches find goals ever more slowly: as a rule, each doubling of the time finds at most about as
// many as the doubling before. So after a time s the next slice d is expected to cover
//
//   gain(d) = min(open, (g + prior) / (1 + f) · log2(1 + d / s))
//
// where g goals were found in (s/2, s]. s and g include earlier campaigns for the same code, whose
// tests the search started from, and f is the number of these in a row without a gain. For code
// that was never searched only the open goals are known; half of them are expected within the
// half-time h:
//
//   gain(d) = open · d / (d + h)
//
// The numbers are those of TimePolicy::Gain.
#pragma once

#include "model/options/time_policy.h"
#include "plan/module_facts.h"
#include "plan/scheduler.h"

namespace skua::plan {

// `progress`: of the running campaign; null before its first slice.
double ExpectedGain(const ModuleFacts& facts, const CampaignProgress* progress,
                    base::Duration slice, const model::TimePolicy::Gain& policy = {});

// Returns the expected gain of a slice for each second, weighted more if the module changed.
double Worth(const ModuleFacts& facts, const CampaignProgress* progress, base::Duration slice,
             const model::TimePolicy& policy = {});

}  // namespace skua::plan
