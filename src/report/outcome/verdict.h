// The verdict on a run, the first line of every report.
#pragma once

#include <string>
#include <string_view>

#include "model/outcome.h"

namespace skua::report {

// Returns "passed", "failed", or "not judged" for a shard, which the merge judges.
std::string_view VerdictOf(const model::RunOutcome& outcome);

// Returns the verdict as a headline. A run that passed its gates is "passed" only if nobody needs
// to look at it, else "to review"; "nothing tested" if no module was ever measured.
std::string_view HeadlineOf(const model::RunOutcome& outcome);

// Returns the counts of results: "12 tests written, 3 kept, 1 behaviour change, 2 findings".
std::string GistOf(const model::RunOutcome& outcome);

}  // namespace skua::report
