// A run as JSON: report.json, and the form in which the state stores runs for later reports. Has
// the goals of a suite's tests, but not their statements. `skua config schema --report` prints the
// JSON Schema.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "model/outcome.h"
#include "report/outcome/coverage.h"

namespace skua::report {

inline constexpr std::string_view kReportFormat = "skua-report";
inline constexpr int kReportVersion = 1;

// Times are in seconds. Includes the module's `earlier` outcome, if any.
nlohmann::json ModuleToJson(const model::ModuleOutcome& module);
// Returns the run without a summary and modules, which the caller adds.
nlohmann::json RunToJson(const model::RunOutcome& outcome);
// Returns the run with a summary: report.json without its modules.
nlohmann::json ReportHeadToJson(const model::RunOutcome& outcome);

// Read JSON of the functions above, of this or an earlier version of Skua. Throw base::Error for
// anything else.
model::ModuleOutcome ModuleFromJson(const nlohmann::json& json);
model::RunOutcome RunFromJson(const nlohmann::json& json);  // with its modules, if any

// Returns one line of text; bytes that are not UTF-8 become U+FFFD.
std::string JsonText(const nlohmann::json& json);
// Throws base::Error if the text is not JSON.
nlohmann::json ParseJson(std::string_view text);

// Returns the JSON Schema (draft-07) of report.json.
std::string OutcomeSchema();

// The main numbers of a run, for the top of report.json and the outputs in CI.
struct RunSummary {
  std::size_t modules_changed = 0;
  std::size_t tests_generated = 0;  // by this run
  // Existing tests that were kept in the files that this run wrote.
  std::size_t tests_kept = 0;
  Coverage coverage;  // present coverage of all modules in scope
  std::size_t behaviour_changes = 0;
  std::size_t findings = 0;  // of this run
};
RunSummary SummaryOf(const model::RunOutcome& outcome);

// Returns report.json. `reports` is the folder of the reports, project-relative.
std::string RenderJson(const model::RunOutcome& outcome, const std::string& reports);

}  // namespace skua::report
