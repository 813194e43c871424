// How many goals more searching is expected to cover.
//
// New goals come ever more slowly: as a rule, each doubling of the time searched finds at most
// about as many as the doubling before. So after a time s the next slice d is expected to cover
//
//     gain(d) = min(open, (g + ½) / (1 + f) · log2(1 + d / s))
//
// where g goals were found in (s/2, s], and ½ is Jeffreys' prior for a rate: to have seen none does
// not say that there is none. s and g count earlier campaigns for the same code, whose tests the
// search started from, and f is how many of these in a row brought nothing. Of code never searched
// before nothing is known but how much is open, of which half is expected within two seconds:
//
//     gain(d) = open · d / (d + 2 s)
#pragma once

#include "plan/module_facts.h"
#include "plan/scheduler.h"

namespace skua::plan {

// `progress`: of the campaign under way; null before its first slice.
double ExpectedGain(const ModuleFacts& facts, const CampaignProgress* progress,
                    base::Duration slice);

// Goals that searching as long as a share is expected to cover: of less, it is likely to cover
// none.
inline constexpr double kLikelyGain = 0.25;

// What a slice is worth, a second: its expected gain, twice when the module changed, by up to a
// half more the longer ago its last campaign was, and by a tenth for each doubling of its
// dependents.
double Worth(const ModuleFacts& facts, const CampaignProgress* progress, base::Duration slice);

// By how much a changed module counts more than an unchanged one.
inline constexpr double kFactorForChanged = 2;

}  // namespace skua::plan
