// A run as JSON: report.json, and the form in which the state keeps runs so that reports can be
// made again. It holds everything that reports tell; for a suite these are the goals of its tests,
// not their statements. `skua config schema --report` prints the JSON Schema.
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

// Times are in seconds. Includes the module's `earlier` outcome, if it has one.
nlohmann::json ModuleToJson(const model::ModuleOutcome& module);
// The run without a summary and without its modules, which the caller adds.
nlohmann::json RunToJson(const model::RunOutcome& outcome);
// With a summary: what report.json says beside the modules.
nlohmann::json ReportHeadToJson(const model::RunOutcome& outcome);

// Read JSON that the functions above wrote, in this version of Skua or an earlier one. Both throw
// base::Error for anything else.
model::ModuleOutcome ModuleFromJson(const nlohmann::json& json);
model::RunOutcome RunFromJson(const nlohmann::json& json);  // with its modules, if there are any

// One line of text; bytes that are not UTF-8 become U+FFFD.
std::string JsonText(const nlohmann::json& json);
// Throws base::Error when the text is no JSON.
nlohmann::json ParseJson(std::string_view text);

// The JSON Schema (draft-07) of report.json.
std::string OutcomeSchema();

// The main numbers of a run, at the top of report.json and in the outputs for CI.
struct RunSummary {
  std::size_t modules_changed = 0;
  std::size_t tests_generated = 0;  // by this run
  std::size_t tests_kept = 0;       // that stand beside these in the files that this run wrote
  Coverage coverage;                // of all modules of the scope, as they stand now
  std::size_t behaviour_changes = 0;
  std::size_t findings = 0;  // of this run
};
RunSummary SummaryOf(const model::RunOutcome& outcome);

// report.json. `reports` is the folder of the reports, project-relative.
std::string RenderJson(const model::RunOutcome& outcome, const std::string& reports);

}  // namespace skua::report
