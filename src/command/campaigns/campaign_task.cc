#include "command/campaigns/campaign_task.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "campaign/files/test_files.h"
#include "command/reporting/report_record.h"
#include "command/survey/find_existing_tests.h"
#include "plan/patience.h"
#include "plan/strategy.h"
#include "workspace/import_closure.h"
#include "workspace/test_finder.h"

namespace skua::command {
namespace {

// Most hand-written test files to learn from; more take too long to read.
constexpr std::size_t kMostSeedFiles = 20;

// Adds generated tests as seed files: those that a person edited, and all if the state has no
// suite.
void AddGeneratedSeeds(const config::Config& config, campaign::CampaignTask& task) {
  const campaign::TestFiles files(config.project.root, config.output.tests);
  for (const render::FileKind kind : {render::FileKind::kTests, render::FileKind::kFindings}) {
    for (std::string& file : files.FilesOf(task.module, kind)) {
      const auto header = files.HeaderOf(file);
      const bool is_archived = !task.archived_suite.empty() && header && header->unedited;
      if (!is_archived) task.seed_files.push_back(std::move(file));
    }
  }
}

// Adds the suites of imported modules as a pool, even those of modules that this run skips.
void AddPool(const config::Config& config, const plan::PlannedModule& module, state::State& state,
             campaign::CampaignTask& task) {
  if (config.search.pool_probability <= 0 ||
      !plan::UsesPools(plan::StrategyNamed(config.budget.strategy))) {
    return;
  }
  for (const std::string& import : module.imports) {
    if (auto suite = state.LastSuite(import)) task.pool_suites.push_back(std::move(suite->json));
  }
}

// Returns how long a module with tests is searched without a gain; nullopt without tests, so that
// the whole share is used to find the first ones.
std::optional<model::Patience> PatienceWith(const plan::ModuleFacts& facts,
                                            const config::Config& config) {
  if (facts.covered == 0) return std::nullopt;
  return plan::PatienceWith(facts, config.budget.minimum, model::TimePolicy::Patience{});
}

// Returns the module's name in the state.
const std::string& NameBefore(const plan::PlannedModule& module) {
  return module.was.name.empty() ? module.module.name : module.was.name;
}

// Returns nullopt for a new file that git does not know: all lines are changed.
std::optional<std::vector<model::LineRange>> ChangedIn(const plan::PlannedModule& module,
                                                       const workspace::ChangedLines& changed) {
  const auto lines = changed.find(module.module.path);
  if (lines != changed.end()) return lines->second;
  if (module.change == model::Change::kNew) return std::nullopt;
  return std::vector<model::LineRange>();
}

}  // namespace

campaign::CampaignTask TaskOf(const config::Config& config, const plan::PlannedModule& module,
                              const Survey& survey) {
  state::State& state = *survey.state;
  campaign::CampaignTask task{
      module.module,
      module.change,
      module.change_why,
      module.fingerprint,
      CoverageBefore(state, NameBefore(module)),
      {},
      workspace::TestFilesOf(module.pair ? module.pair->caller : module.module, survey.tests,
                             kMostSeedFiles),
      {}};
  task.importers = module.importers;
  task.pair = module.pair;
  task.seen_calls = module.seen_calls;
  if (survey.changed_lines) task.changed_lines = ChangedIn(module, *survey.changed_lines);
  const auto coverage = state.LastCoverage(module.module.name);
  if (coverage && coverage->fingerprint == module.fingerprint && !config.call.all) {
    task.covered_before = coverage->covered;
    task.found_before = coverage->found;
  }
  if (const auto suite = state.LastSuite(NameBefore(module))) {
    task.archived_suite = suite->json;
    task.archived_fingerprint = suite->fingerprint;
    task.killed_before = suite->killed;
  }
  if (auto guards = state.Guards(NameBefore(module))) {
    task.guards = std::move(guards->json);
    task.guards_fingerprint = std::move(guards->fingerprint);
  }
  for (state::EarlierSuite& suite : state.WrittenSuites(module.module.name)) {
    task.earlier_suites.push_back(
        {std::move(suite.json), std::move(suite.tests), std::move(suite.findings)});
  }
  const bool is_missing = std::ranges::any_of(
      survey.missing_files, [&](const auto& file) { return file.module == module.module.name; });
  if (is_missing) {
    task.judged_before = JudgedBefore(state, module.module.name, module.fingerprint);
  }
  if (plan::KnowsHistory(plan::StrategyNamed(config.budget.strategy))) {
    task.patience = PatienceWith(module.facts, config);
  }
  task.was_cut_short = module.facts.cut_short > 0;
  if (!module.pair) task.existing_tests = ExistingTestsOf(module, survey);
  // A reproducible run must not depend on files of an earlier run.
  if (!config.search.iterations) {
    AddGeneratedSeeds(config, task);
    AddPool(config, module, state, task);
  }
  return task;
}

std::vector<std::filesystem::path> FilesToImport(const config::Config& config,
                                                 const Survey& survey) {
  std::vector<std::string> names;
  for (const plan::PlannedModule& module : survey.plan.run) names.push_back(module.module.name);
  std::vector<std::filesystem::path> files;
  for (const model::ModuleId& module : workspace::ImportClosure(survey.sources, names)) {
    files.push_back(config.project.root / module.path);
  }
  return files;
}

}  // namespace skua::command
