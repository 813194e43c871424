#include "report/outcome/outcome_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "record/schema.h"
#include "report/outcome/criteria.h"
#include "report/outcome/outcome_record.h"

namespace skua::report {
namespace {

using nlohmann::json;

// Turns the library's errors about missing or mistyped values into base::Error.
template <typename Read>
auto Reading(const Read& read) {
  try {
    return read();
  } catch (const json::exception& error) {
    throw base::Error(std::string("a report cannot be read: ") + error.what());
  } catch (const record::ReadError& error) {
    throw base::Error(std::string("a report cannot be read: ") + error.what());
  }
}

}  // namespace

json ModuleToJson(const model::ModuleOutcome& module) { return record::ToStored<Reports>(module); }

json RunToJson(const model::RunOutcome& outcome) { return record::ToStored<Reports>(outcome); }

model::ModuleOutcome ModuleFromJson(const json& object) {
  return Reading([&] {
    for (const char* name : {"module", "path"}) object.at(name).get_ref<const std::string&>();
    return record::FromStored<model::ModuleOutcome, Reports>(object);
  });
}

model::RunOutcome RunFromJson(const json& object) {
  return Reading([&] {
    if (object.at("format") != kReportFormat || object.at("format_version") > kReportVersion) {
      throw base::Error("this is no report of Skua, or one of a later version");
    }
    auto outcome = record::FromStored<model::RunOutcome, Reports>(object);
    object.at("shard");  // throws
    const auto modules = object.find("modules");
    if (modules == object.end()) return outcome;
    for (const json& module : *modules) outcome.modules.push_back(ModuleFromJson(module));
    return outcome;
  });
}

std::string JsonText(const json& object) {
  return object.dump(-1, ' ', false, json::error_handler_t::replace);
}

json ParseJson(std::string_view text) {
  return Reading([&]() -> json { return record::ParseStored(text); });
}

std::string OutcomeSchema() {
  return record::SchemaOf<ReportFile, Reports>("report.json").dump(2) + "\n";
}

RunSummary SummaryOf(const model::RunOutcome& outcome) {
  RunSummary summary;
  const auto count_tests = [&](const model::WrittenSuite& written) {
    const std::size_t kept = std::min(written.kept, written.tests.size());
    summary.tests_generated += written.tests.size() - kept;
    summary.tests_kept += kept;
  };
  for (const model::ModuleOutcome& module : outcome.modules) {
    const bool is_changed = module.change != model::Change::kUnchanged;
    summary.modules_changed += is_changed ? 1 : 0;
    summary.behaviour_changes += module.behaviour_changes.size();
    summary.findings += module.findings.size();
    if (module.reason.code == model::ReasonCode::kNone) count_tests(module.written);
  }
  for (const model::ModuleOutcome& pair : outcome.pairs) {
    summary.behaviour_changes += pair.behaviour_changes.size();
    summary.findings += pair.findings.size();
    if (pair.reason.code == model::ReasonCode::kNone) count_tests(pair.written);
  }
  summary.coverage = CoverageOf(outcome);
  return summary;
}

json ReportHeadToJson(const model::RunOutcome& outcome) {
  ReportHead head{SummaryOf(outcome), CriteriaOf(outcome), {}};
  if (const CoverageSplit split = SplitOf(outcome); split.is_known()) head.covered_by = split;
  json report = RunToJson(outcome);
  report.update(record::ToStored<Reports>(head));
  return report;
}

std::string RenderJson(const model::RunOutcome& outcome, const std::string& reports) {
  json report = ReportHeadToJson(outcome);
  report["reports"] = reports;
  // Puts each key and each module on a line of its own, for readable diffs.
  std::string text = "{\n";
  for (const auto& [key, value] : report.items()) {
    text += fmt::format("  \"{}\": {},\n", key, JsonText(value));
  }
  const auto add = [&text](const char* key, const std::vector<model::ModuleOutcome>& modules) {
    text += fmt::format("  \"{}\": [", key);
    const char* separator = "\n    ";
    for (const model::ModuleOutcome& module : modules) {
      text += std::exchange(separator, ",\n    ") + JsonText(ModuleToJson(module));
    }
    text += "\n  ]";
  };
  if (!outcome.pairs.empty()) {
    add("pairs", outcome.pairs);
    text += ",\n";
  }
  add("modules", outcome.modules);
  return text + "\n}\n";
}

}  // namespace skua::report
