// One report format: a run's outcome → the text of a file. Writing, and what to do when it fails,
// stands here once for all formats.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/history.h"
#include "model/outcome.h"
#include "report/junit.h"

namespace skua::report {

class Reporter {
 public:
  virtual ~Reporter() = default;
  virtual std::string_view file_name() const = 0;  // "generation.xml"
  // Any outcome is fine: of no modules, of an interrupted run.
  virtual std::string Render(const model::RunOutcome& outcome) const = 0;
  // Of a format whose readers refuse large files: in several. The second is "generation-2.xml".
  virtual std::vector<std::string> RenderParts(const model::RunOutcome& outcome) const {
    return {Render(outcome)};
  }
};

// What formats need to know besides the outcome.
struct ReportContext {
  std::filesystem::path root;  // of the project, where sources are read from; empty: nowhere
  std::string prefix;          // from the top of the repository to it: "" or "services/api/"
  std::string folder;          // of the reports, project-relative
  JunitFamily junit_family = JunitFamily::kLegacy;
  std::vector<model::PastRun> history;  // the oldest first
};

// The formats that there are, as `reports.formats` names them: "junit", "json", "cobertura", ….
std::vector<std::string_view> ReportFormats();
// Those that write `formats`, in an order of their own. REQUIRES: there are such formats.
std::vector<std::unique_ptr<Reporter>> MakeReporters(std::span<const std::string> formats,
                                                     const ReportContext& context);

// Writes each report into `folder` (made when it is missing), each replaced in one step, and
// returns the file names. Parts that an earlier run left and this one has no use for are removed. A
// report that cannot be written does not keep the others from it. Throws base::Error when one was
// not written, after the others were.
std::vector<std::string> WriteReports(const std::vector<std::unique_ptr<Reporter>>& reporters,
                                      const model::RunOutcome& outcome,
                                      const std::filesystem::path& folder);

}  // namespace skua::report
