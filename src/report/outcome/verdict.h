// What a run comes to: the first that every report tells.
#pragma once

#include <string>
#include <string_view>

#include "model/outcome.h"

namespace skua::report {

// "passed", "failed", or "not judged" for a shard, which the merge judges.
std::string_view VerdictOf(const model::RunOutcome& outcome);

// The verdict as a headline for people. A run that passed its gates is "passed" only where somebody
// need not look: else "to review", and "nothing tested" where no module was ever measured.
std::string_view HeadlineOf(const model::RunOutcome& outcome);

// What was written and what there is to look at: "12 tests written beside 3 that stood, 1 behaviour
// change, 2 findings".
std::string GistOf(const model::RunOutcome& outcome);

}  // namespace skua::report
