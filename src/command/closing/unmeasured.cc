#include "command/closing/unmeasured.h"

#include <utility>
#include <vector>

#include "report/outcome/outcome_json.h"
#include "workspace/statement_lines.h"

namespace skua::command {
namespace {

using model::ModuleOutcome;

bool IsUnknown(const ModuleOutcome& module) {
  return module.change != model::Change::kDeleted && !module.fingerprint.empty() &&
         module.reason.code != model::ReasonCode::kSyntaxError &&
         Latest(module).lines.hits.empty() && !module.lines.statements;
}

}  // namespace

workspace::LineProgram StatementLinesProgram(const config::Config& config, const Survey& survey) {
  return ProgramNamed("statement_lines.py", config, survey);
}

void ListUnmeasured(const config::Config& config, const Survey& survey, int64_t run,
                    model::RunOutcome& outcome, const base::Deadline& deadline) {
  std::vector<ModuleOutcome*> unknown;
  std::vector<model::ModuleId> modules;
  for (ModuleOutcome& module : outcome.modules) {
    if (!IsUnknown(module)) continue;
    unknown.push_back(&module);
    modules.push_back(module.module);
  }
  if (unknown.empty() || deadline.Expired()) return;
  auto statements =
      workspace::ListStatements(StatementLinesProgram(config, survey), config.project.root, modules,
                                survey.coverage.exclusions, deadline);
  std::vector<state::StoredReport> reports;
  for (std::size_t i = 0; i < unknown.size(); ++i) {
    if (!statements[i]) continue;
    ModuleOutcome& module = *unknown[i];
    module.lines.statements = std::move(statements[i]);
    reports.push_back({module.module.name, report::JsonText(report::ModuleToJson(module)), true});
  }
  survey.state->StoreReports(run, reports);
}

}  // namespace skua::command
