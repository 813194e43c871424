#include "command/closing/measure_together.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "command/closing/closing_runs.h"
#include "command/closing/unmeasured.h"
#include "command/reporting/report_record.h"
#include "report/outcome/outcome_json.h"
#include "workspace/statement_lines.h"

namespace skua::command {
namespace {

using model::ModuleOutcome;

bool IsThere(const ModuleOutcome& module) {
  return module.change != model::Change::kDeleted && !module.fingerprint.empty();
}

// Replaces the lines of a module. An outcome that this run did not measure has the state of an
// earlier one, which otherwise stays unchanged.
void Replace(model::MeasuredLines lines, ModuleOutcome& module) {
  if (!module.lines.hits.empty() || module.earlier == nullptr) {
    module.lines = std::move(lines);
    return;
  }
  auto earlier = std::make_shared<ModuleOutcome>(*module.earlier);
  earlier->lines = std::move(lines);
  module.earlier = std::move(earlier);
}

}  // namespace

bool HasUnmeasured(const Survey& survey) {
  return std::ranges::any_of(survey.plan.skipped, [&](const plan::PlannedModule& module) {
    return module.from_file && !HasMeasured(*survey.state, module.module.name, module.fingerprint);
  });
}

FileRuns WatchTogether(const model::RunOutcome& outcome, const Survey& survey,
                       const campaign::TestFiles& files, bool is_changed, bool with_calls,
                       model::PytestRunner& pytest, const base::Deadline& deadline) {
  const bool all_holds =
      !is_changed && std::ranges::all_of(outcome.modules, [](const ModuleOutcome& module) {
        return module.change == model::Change::kUnchanged && !WasWritten(module);
      });
  const std::vector<std::string> names = files.Runnable();
  if (names.empty() || deadline.Expired() || (all_holds && !HasUnmeasured(survey))) return {};
  model::WatchedFiles watched{{}, with_calls};
  for (const ModuleOutcome& module : outcome.modules) {
    if (IsThere(module)) watched.paths.push_back(module.module.path);
  }
  model::PytestResult result = pytest.WatchInPlace({names.begin(), names.end()}, watched, deadline);
  return result.reported ? std::move(result.ran) : FileRuns{};
}

void RecordCalls(const FileRuns& runs, const Survey& survey) {
  std::map<std::string_view, const workspace::SourceModule*> by_path;
  for (const workspace::SourceModule& source : survey.sources) {
    by_path.emplace(source.module.path, &source);
  }
  for (const auto& [path, run] : runs) {
    const auto caller = by_path.find(path);
    if (caller == by_path.end()) continue;
    const workspace::SourceModule& source = *caller->second;
    std::vector<state::SeenCall> calls;
    for (const model::FileRun::Call& call : run.calls) {
      const auto callee = by_path.find(call.file);
      if (callee == by_path.end()) continue;
      calls.push_back({source.module.name,
                       callee->second->module.name,
                       {call.function, call.line, call.callable}});
    }
    if (!calls.empty()) survey.state->AddSeenCalls(source.scan.fingerprint, calls);
  }
}

void TakeOver(const FileRuns& runs, const config::Config& config, const Survey& survey, int64_t run,
              model::RunOutcome& outcome, const base::Deadline& deadline) {
  std::vector<ModuleOutcome*> modules;
  std::vector<workspace::RanModule> ran;
  for (ModuleOutcome& module : outcome.modules) {
    const auto seen = runs.find(module.module.path);
    if (!IsThere(module) || seen == runs.end()) continue;
    modules.push_back(&module);
    ran.push_back({module.module, seen->second});
  }
  if (ran.empty() || deadline.Expired()) return;
  auto measured =
      workspace::ListExecuted(StatementLinesProgram(config, survey), config.project.root, ran,
                              survey.coverage.exclusions, deadline);
  std::vector<state::StoredReport> reports;
  for (std::size_t i = 0; i < modules.size(); ++i) {
    if (!measured[i]) continue;
    Replace(std::move(*measured[i]), *modules[i]);
    reports.push_back(
        {modules[i]->module.name, report::JsonText(report::ModuleToJson(*modules[i])), true});
  }
  survey.state->StoreReports(run, reports);
}

}  // namespace skua::command
