// summary.md: the run on a page, for job summaries and comments.
#pragma once

#include <cstddef>
#include <string>

#include "model/outcome.h"

namespace skua::report {

inline constexpr std::size_t kStepSummaryLimit = 1 << 20;  // bytes, GitHub's for a step

// At most `limit` bytes. Entries that do not fit are counted instead; behaviour changes and
// findings are the last to be left out.
std::string MarkdownSummary(const model::RunOutcome& outcome,
                            std::size_t limit = kStepSummaryLimit);

}  // namespace skua::report
