// A run as JSON: report.json, and what the state keeps so that reports can be made again. Nothing
// that a report tells is left out; of a suite that is the goals of its tests, not their statements.
// `skua config schema --report` prints the JSON Schema.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "model/outcome.h"
#include "report/reporter.h"

namespace skua::report {

inline constexpr const char* kReportFormat = "skua-report";
inline constexpr int kReportVersion = 1;

// Times are in seconds. With its `earlier`, where that is its latest.
nlohmann::json ModuleToJson(const model::ModuleOutcome& module);
// Without a summary and without the modules, which are the caller's to add.
nlohmann::json RunToJson(const model::RunOutcome& outcome);

// What was made by the functions above, by this version of Skua or an earlier one. Throws
// base::Error when it is something else.
model::ModuleOutcome ModuleFromJson(const nlohmann::json& json);
model::RunOutcome RunFromJson(const nlohmann::json& json);  // with the modules in it, if any

// One line of text; bytes that are not UTF-8 become U+FFFD.
std::string JsonText(const nlohmann::json& json);
// Throws base::Error when it is no JSON.
nlohmann::json ParseJson(std::string_view text);

// Numbers for those who only want to know whether to look: tops of report.json and CI outputs.
struct RunSummary {
  std::size_t modules_changed = 0;
  std::size_t tests_generated = 0;  // by this run
  std::size_t goals = 0;            // of all modules that were ever measured, as they stand now
  std::size_t covered = 0;
  std::size_t lines = 0;
  std::size_t lines_hit = 0;
  std::size_t behaviour_changes = 0;
  std::size_t findings = 0;        // of this run
  double branch_coverage() const;  // percent; 100 when there are no goals
};
RunSummary SummaryOf(const model::RunOutcome& outcome);

class JsonReport final : public Reporter {
 public:
  // `reports`: their folder, project-relative.
  explicit JsonReport(std::string reports) : reports_(std::move(reports)) {}
  std::string_view file_name() const override { return "report.json"; }
  std::string Render(const model::RunOutcome& outcome) const override;

 private:
  std::string reports_;
};

}  // namespace skua::report
