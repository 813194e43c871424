#include "command/survey/run_options.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <limits>
#include <random>

#include "base/clock.h"
#include "workspace/ignore_rules.h"

namespace skua::command {

namespace fs = std::filesystem;
using base::Duration;
using namespace std::chrono_literals;

uint64_t SeedOf(const config::Config& config) {
  return config.search.seed ? *config.search.seed : std::random_device{}();
}

model::SearchOptions SearchOptionsOf(const config::Config& config) {
  model::SearchOptions options = config.search;
  options.max_generations = config.search.iterations.value_or(0);
  return options;
}

// Without a time limit for tests if the run is bounded by iterations, as it must not depend on the
// clock: only the probe limit ends tests.
protocol::BatchOptions BatchOptionsOf(const config::Config& config) {
  protocol::BatchOptions options;
  const Duration limit = config.search.iterations ? Duration(10s) : config.search.test_timeout;
  options.time_limit_us = static_cast<uint32_t>(
      std::min<Duration::rep>(limit / 1us, std::numeric_limits<uint32_t>::max()));
  return options;
}

std::size_t PartsOfBatch(const config::Config& config) {
  constexpr std::size_t kParts = 4;
  return config.search.iterations ? kParts : 0;
}

model::SandboxLimits LimitsOf(const config::Config& config) {
  // Processes of a module for each core that it uses: a child, one forked ahead, and their
  // attendants.
  constexpr uint32_t kProcessesOfCore = 4;
  constexpr uint32_t kMostCores = 16;
  model::SandboxLimits limits = config.sandbox;
  limits.processes += kProcessesOfCore * std::min<uint32_t>(config.budget.jobs, kMostCores);
  return limits;
}

uint64_t ScratchBytesOf(const config::Config& config) {
  constexpr uint64_t kFiles = 16;  // number of files of the largest size
  return kFiles * config.sandbox.file_bytes;
}

std::unique_ptr<plan::Scheduler> MakeSchedulerFor(const config::Config& config,
                                                  const plan::Plan& plan,
                                                  const base::Deadline& end) {
  return plan::MakeScheduler(plan::StrategyNamed(config.budget.strategy), plan::FactsOf(plan.run),
                             end, config.budget.jobs,
                             {config.budget.minimum, config.budget.suspended, RestingFacts(plan)});
}

std::vector<fs::path> HiddenIn(const config::Config& config) {
  const fs::path& root = config.project.root;
  if (config.sandbox.hide.empty()) return worker::SecretsIn(root);
  workspace::IgnoreRules rules;
  for (const std::string& glob : config.sandbox.hide) rules.AddRule("", glob);
  return worker::SecretsIn(root, [&](const fs::directory_entry& entry) {
    std::error_code ignored;
    const bool is_folder = entry.is_directory(ignored) && !entry.is_symlink(ignored);
    return rules.Names(entry.path().lexically_relative(root).string(), is_folder);
  });
}

worker::VisibleFiles VisibleTo(const config::Config& config,
                               const worker::InterpreterFacts& interpreter) {
  const fs::path& root = config.project.root;
  worker::VisibleFiles files{root, interpreter.folders, HiddenIn(config)};
  files.folders.push_back(interpreter.path);
  std::ranges::move(worker::LibraryFolders(), std::back_inserter(files.folders));
  for (const std::string& entry : config.python.path) files.folders.push_back(root / entry);
  for (const std::string& output : {config.output.state, config.output.reports}) {
    const std::string path = fs::path(output).lexically_normal().string() + '/';
    const bool holds_more = path == "./" || (config.output.tests + '/').starts_with(path);
    if (!holds_more) files.hidden.push_back((root / output).lexically_normal());
  }
  return files;
}

std::vector<fs::path> SourcePath(const config::Config& config, const Survey& survey) {
  std::vector<fs::path> path;
  for (const std::string& entry : config.python.path) path.push_back(config.project.root / entry);
  path.insert(path.end(), survey.found.source_paths.begin(), survey.found.source_paths.end());
  return path;
}

campaign::Conftest ConftestOf(const config::Config& config, const Survey& survey) {
  campaign::Conftest conftest{SourcePath(config, survey)};
  const bool has_plugin = survey.interpreter.has_pytest_django;
  // pytest-django itself sets up the settings named for pytest.
  if (survey.django && !(has_plugin && survey.django->is_named_for_pytest)) {
    conftest.django = campaign::DjangoSetup{survey.django->module, has_plugin};
  }
  return conftest;
}

std::set<std::string> TopLevelNames(const Survey& survey) {
  std::set<std::string> names;
  for (const model::ModuleId& module : survey.found.modules) {
    names.insert(module.name.substr(0, module.name.find('.')));
  }
  return names;
}

}  // namespace skua::command
