// summary.md: the run on a page, for job summaries and comments.
#pragma once

#include <cstddef>
#include <string>

#include "report/reporter.h"

namespace skua::report {

// At most `limit` bytes. Entries that do not fit are counted instead; behaviour changes and
// findings are the last to be left out.
std::string MarkdownSummary(const model::RunOutcome& outcome, std::size_t limit);

class MarkdownReport final : public Reporter {
 public:
  std::string_view file_name() const override { return "summary.md"; }
  std::string Render(const model::RunOutcome& outcome) const override;
};

}  // namespace skua::report
