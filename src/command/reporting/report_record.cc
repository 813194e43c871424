#include "command/reporting/report_record.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "model/pair.h"
#include "report/outcome/coverage.h"
#include "report/outcome/outcome_json.h"

namespace skua::command {
namespace {

using model::ModuleOutcome;

// Returns whether the module had a campaign; others are in the run's own report.
bool HadCampaign(const ModuleOutcome& module) { return module.used > base::Duration::zero(); }

ModuleOutcome MeasuredIn(const std::string& report) {
  return Latest(report::ModuleFromJson(report::ParseJson(report)));
}

// Returns the last measurement of this code; prefers an earlier measurement of coverage to a mere
// list of statements.
std::optional<ModuleOutcome> LastMeasured(state::State& state, const std::string& module,
                                          const std::string& fingerprint) {
  std::optional<ModuleOutcome> last;
  for (const std::string& report : state.MeasuredReports(module)) {
    ModuleOutcome measured = MeasuredIn(report);
    if (measured.fingerprint != fingerprint) continue;
    const bool is_whole = !measured.lines.hits.empty();
    if (is_whole || !last) last = std::move(measured);
    if (is_whole) break;
  }
  return last;
}

}  // namespace

void RecallEarlier(state::State& state, ModuleOutcome& module) {
  if (!module.lines.hits.empty() || module.fingerprint.empty()) return;
  std::optional<ModuleOutcome> measured =
      LastMeasured(state, module.module.name, module.fingerprint);
  if (!measured) return;
  if (measured->lines.hits.empty()) {
    module.lines.statements = std::move(measured->lines.statements);
    return;
  }
  auto earlier = std::make_shared<ModuleOutcome>(*std::move(measured));
  earlier->earlier = nullptr;
  if (!module.goals.coverage_before) module.goals.coverage_before = report::MeasuredShare(*earlier);
  module.earlier = std::move(earlier);
}

std::vector<model::JudgedMutant> JudgedBefore(state::State& state, const std::string& module,
                                              const std::string& fingerprint) {
  std::optional<ModuleOutcome> measured = LastMeasured(state, module, fingerprint);
  return measured ? std::move(measured->mutants) : std::vector<model::JudgedMutant>();
}

void RecordReport(state::State& state, int64_t run, const ModuleOutcome& outcome) {
  if (!HadCampaign(outcome)) return;
  nlohmann::json json;
  bool is_measured = !outcome.lines.hits.empty();
  if (is_measured) {
    json = report::ModuleToJson(outcome);
  } else {
    // Replaces measurements of tests that the run has since dropped.
    state.StoreReports(
        run, {{outcome.module.name, report::JsonText(report::ModuleToJson(outcome)), false}});
    ModuleOutcome with_earlier = outcome;
    RecallEarlier(state, with_earlier);
    is_measured = with_earlier.earlier != nullptr || with_earlier.lines.statements.has_value();
    json = report::ModuleToJson(with_earlier);
  }
  state.StoreReports(run, {{outcome.module.name, report::JsonText(json), is_measured}});
}

void RecordReport(state::State& state, int64_t run, const model::RunOutcome& outcome) {
  nlohmann::json json = report::RunToJson(outcome);
  json["modules"] = nlohmann::json::array();
  for (const ModuleOutcome& module : outcome.modules) {
    if (HadCampaign(module)) continue;
    ModuleOutcome alone = module;  // earlier results are recalled each time
    alone.earlier = nullptr;
    json["modules"].push_back(report::ModuleToJson(alone));
  }
  state.StoreReports(run, {{"", report::JsonText(json), true}});
}

bool HasMeasured(state::State& state, const std::string& module, const std::string& fingerprint) {
  return LastMeasured(state, module, fingerprint).has_value();
}

void RecallEarlier(state::State& state, model::RunOutcome& outcome) {
  for (ModuleOutcome& module : outcome.modules) RecallEarlier(state, module);
}

std::optional<double> CoverageBefore(state::State& state, const std::string& module) {
  const std::vector<std::string> reports = state.MeasuredReports(module);
  if (reports.empty()) return std::nullopt;
  return report::MeasuredShare(MeasuredIn(reports.front()));
}

model::RunOutcome RecallLastRun(state::State& state) {
  const std::vector<state::StoredReport> stored = state.ReportsOfLastRun();
  if (stored.empty()) {
    throw base::Error(
        "the state tells of no run that reports could be made of; do `skua run` first");
  }
  model::RunOutcome outcome = report::RunFromJson(report::ParseJson(stored.front().json));
  for (std::size_t i = 1; i < stored.size(); ++i) {
    ModuleOutcome module = report::ModuleFromJson(report::ParseJson(stored[i].json));
    if (model::IsPair(module.module.name)) {
      outcome.pairs.push_back(std::move(module));
      continue;
    }
    const auto known = std::ranges::find(outcome.modules, module.module, &ModuleOutcome::module);
    if (known == outcome.modules.end()) {
      outcome.modules.push_back(std::move(module));
    } else {
      *known = std::move(module);
    }
  }
  std::ranges::sort(outcome.modules, {}, &ModuleOutcome::module);
  std::ranges::sort(outcome.pairs, {}, &ModuleOutcome::module);
  RecallEarlier(state, outcome);
  return outcome;
}

}  // namespace skua::command
