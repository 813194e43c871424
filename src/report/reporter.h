// One report format: a run's outcome → the text of a file. Writing, and what to do when it fails,
// stands here once for all formats.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "model/outcome.h"

namespace skua::report {

class Reporter {
 public:
  virtual ~Reporter() = default;
  virtual std::string_view file_name() const = 0;  // "generation.xml"
  // Any outcome is fine: of no modules, of an interrupted run.
  virtual std::string Render(const model::RunOutcome& outcome) const = 0;
};

// Every format that a run writes.
std::vector<std::unique_ptr<Reporter>> AllReporters();

// Writes each report into `folder` (made when it is missing), each replaced in one step, and
// returns the file names. A report that cannot be written does not keep the others from it.
// Throws base::Error when one was not written, after the others were.
std::vector<std::string> WriteReports(const std::vector<std::unique_ptr<Reporter>>& reporters,
                                      const model::RunOutcome& outcome,
                                      const std::filesystem::path& folder);

}  // namespace skua::report
