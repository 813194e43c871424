// Reports: a run's outcome becomes the texts of files, a function a format. Writing, and handling
// failures of it, is done here once for all formats.
#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/secrets.h"
#include "model/history.h"
#include "model/outcome.h"
#include "report/formats/junit.h"
#include "report/formats/source_view.h"

namespace skua::report {

struct Reporter {
  std::string_view file_name;  // "generation.xml"
  // Renders any outcome, also one without modules or of an interrupted run. A format whose readers
  // refuse large files has several texts; the second is that of "generation-2.xml".
  std::function<std::vector<std::string>(const model::RunOutcome&)> render;
};

// What formats use besides the outcome.
struct ReportContext {
  std::filesystem::path root;  // the project's folder, from which sources are read; empty: none are
                               // read
  std::string prefix;  // from the top of the repository to the project: "" or "services/api/"
  std::string folder;  // folder of the reports, project-relative
  JunitFamily junit_family = JunitFamily::kLegacy;
  std::vector<model::PastRun> history;  // the oldest first
  SourceView sources;
  std::string page = {};  // path of the HTML report; empty: none is written
};

// The names of all formats, as `reports.formats` has them: "junit", "json", "cobertura", ….
std::vector<std::string_view> ReportFormats();
// The reporters for `formats`, in an order of their own. REQUIRES: all of these names exist.
std::vector<Reporter> MakeReporters(std::span<const std::string> formats, ReportContext context);

// Writes the parts of one report, with secrets masked, into `folder` (made when it is missing),
// each replaced in one step, and returns the file names: "tests.xml", "tests-2.xml". Parts that an
// earlier run left are removed. Throws base::Error when a file cannot be written.
std::vector<std::string> WriteParts(const std::vector<std::string>& parts,
                                    std::string_view file_name, const std::filesystem::path& folder,
                                    const base::Secrets& secrets);

// Writes each report so, and returns all file names. When a report cannot be written, the others
// are written all the same, and base::Error is thrown at the end.
std::vector<std::string> WriteReports(const std::vector<Reporter>& reporters,
                                      const model::RunOutcome& outcome,
                                      const std::filesystem::path& folder,
                                      const base::Secrets& secrets = {});

}  // namespace skua::report
