#include "command/campaign_task.h"

#include <optional>
#include <string>
#include <utility>

#include "campaign/test_files.h"
#include "command/existing_tests.h"
#include "plan/strategy.h"
#include "workspace/import_closure.h"
#include "workspace/test_finder.h"

namespace skua::command {
namespace {

// More would take longer to read than they are worth.
constexpr std::size_t kMostSeedFiles = 20;

// Generated tests as they stand: those that a person edited, and all where the state has no suite.
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

// Modules that were passed over in this run have a suite all the same.
void AddPool(const config::Config& config, const plan::PlannedModule& module, state::State& state,
             campaign::CampaignTask& task) {
  if (config.search.pool <= 0 || !plan::UsesPools(plan::StrategyNamed(config.budget.strategy))) {
    return;
  }
  for (const std::string& import : module.imports) {
    if (auto suite = state.LastSuite(import)) task.pool_suites.push_back(std::move(suite->json));
  }
}

// With a module that has tests; nothing: all of its share is for finding the first ones.
std::optional<campaign::Patience> PatienceWith(const plan::ModuleFacts& facts) {
  if (facts.covered == 0) return std::nullopt;
  return facts.edited() ? campaign::Patience::WithChangedCode()
                        : campaign::Patience::WithSameCode(facts.searched, facts.fruitless);
}

}  // namespace

campaign::CampaignTask TaskOf(const config::Config& config, const plan::PlannedModule& module,
                              const Survey& survey) {
  state::State& state = *survey.state;
  campaign::CampaignTask task{module.module,
                              module.change,
                              module.change_why,
                              module.fingerprint,
                              module.coverage_before,
                              {},
                              workspace::TestFilesOf(module.module, survey.tests, kMostSeedFiles),
                              {}};
  const auto coverage = state.LastCoverage(module.module.name);
  if (coverage && coverage->fingerprint == module.fingerprint && !config.call.all) {
    task.covered_before = coverage->covered;
    task.found_before = coverage->found;
  }
  const std::string& archived_as = module.was.name.empty() ? module.module.name : module.was.name;
  if (const auto suite = state.LastSuite(archived_as)) {
    task.archived_suite = suite->json;
    task.archived_fingerprint = suite->fingerprint;
    task.killed_before = suite->killed;
  }
  if (plan::KnowsHistory(plan::StrategyNamed(config.budget.strategy))) {
    task.patience = PatienceWith(module.facts);
  }
  task.was_cut_short = module.facts.cut_short > 0;
  task.existing_tests = ExistingTestsOf(module, survey);
  // What an earlier run wrote is no input of one that must be repeatable.
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
