// Reports: each format has a function from a run's outcome to the text of a file. Files of all
// formats are written here, with their failures.
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
  // Renders any outcome, even one without modules or of an interrupted run. Returns several texts
  // if readers of the format reject large files; the second is for "generation-2.xml".
  std::function<std::vector<std::string>(const model::RunOutcome&)> render;
};

// The input of formats besides the outcome.
struct ReportContext {
  std::filesystem::path root;  // the project's folder with the sources; empty: reads no sources
  std::string prefix;  // path from the repository's top to the project: "" or "services/api/"
  std::string folder;  // folder of the reports, project-relative
  JunitFamily junit_family = JunitFamily::kLegacy;
  std::vector<model::PastRun> history;  // the oldest first
  SourceView sources;
  std::string page = {};  // path of the HTML report; empty: not written
};

// Returns the names of all formats, as in `reports.formats`: "junit", "json", "cobertura", ….
std::vector<std::string_view> ReportFormats();
// Returns the reporters for `formats`, in a fixed order. REQUIRES: all names exist.
std::vector<Reporter> MakeReporters(std::span<const std::string> formats, ReportContext context);

// Writes the parts of one report, with secrets masked, into `folder` (created if missing), each in
// one step, and returns their names: "tests.xml", "tests-2.xml". Removes parts of an earlier run.
// Throws base::Error if a file cannot be written.
std::vector<std::string> WriteParts(const std::vector<std::string>& parts,
                                    std::string_view file_name, const std::filesystem::path& folder,
                                    const base::Secrets& secrets);

// Writes all reports, and returns all file names. If one cannot be written, writes the others and
// then throws base::Error.
std::vector<std::string> WriteReports(const std::vector<Reporter>& reporters,
                                      const model::RunOutcome& outcome,
                                      const std::filesystem::path& folder,
                                      const base::Secrets& secrets = {});

}  // namespace skua::report
