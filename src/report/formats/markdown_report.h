// summary.md: the run on one page, for job summaries and comments.
#pragma once

#include <cstddef>
#include <string>

#include "model/outcome.h"

namespace skua::report {

inline constexpr std::size_t kStepSummaryLimit = 1 << 20;  // GitHub's limit for a step, in bytes

// Returns at most `limit` bytes. Counts entries that do not fit; omits behaviour changes and
// findings last.
std::string MarkdownSummary(const model::RunOutcome& outcome,
                            std::size_t limit = kStepSummaryLimit);

}  // namespace skua::report
