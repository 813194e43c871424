#include "command/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <limits>
#include <random>

#include "base/error.h"
#include "base/log.h"
#include "campaign/campaign.h"
#include "command/campaign_pool.h"
#include "command/survey.h"
#include "report/console.h"
#include "report/reporter.h"
#include "worker/contained_pytest.h"
#include "worker/containment.h"
#include "worker/worker_loader.h"

namespace skua::command {
namespace {

namespace fs = std::filesystem;
using base::Duration;
using namespace std::chrono_literals;

uint64_t SeedOf(const config::Config& config) {
  return config.search.seed ? *config.search.seed : std::random_device{}();
}

search::SearchOptions SearchOptionsOf(const config::Config& config) {
  search::SearchOptions options;
  options.algorithm = config.search.algorithm;
  options.max_generations = config.search.iterations.value_or(0);
  options.population = config.search.population;
  options.crossover_probability = config.search.crossover;
  options.tournament_size = config.search.tournament;
  options.max_test_length = config.search.max_test_length;
  options.call_protected = config.search.call_protected;
  return options;
}

// A run that is bounded by iterations must not depend on the clock: there the probe limit decides.
protocol::BatchOptions BatchOptionsOf(const config::Config& config) {
  protocol::BatchOptions options;
  const Duration limit = config.search.iterations ? Duration(10s) : config.search.test_timeout;
  options.time_limit_us = static_cast<uint32_t>(
      std::min<Duration::rep>(limit / 1us, std::numeric_limits<uint32_t>::max()));
  return options;
}

worker::SandboxLimits LimitsOf(const config::Config& config) {
  worker::SandboxLimits limits;
  limits.memory_bytes = config.sandbox.memory_bytes;
  limits.file_bytes = config.sandbox.file_size_bytes;
  return limits;
}

std::vector<fs::path> SourcePath(const config::Config& config, const Survey& survey) {
  std::vector<fs::path> path;
  for (const std::string& entry : config.python.path) path.push_back(config.project.root / entry);
  path.insert(path.end(), survey.found.source_paths.begin(), survey.found.source_paths.end());
  return path;
}

std::set<std::string> TopLevelNames(const Survey& survey) {
  std::set<std::string> names;
  for (const model::ModuleId& module : survey.found.modules) {
    names.insert(module.name.substr(0, module.name.find('.')));
  }
  return names;
}

campaign::CampaignTask TaskOf(const config::Config& config, const plan::PlannedModule& module,
                              state::State& state) {
  campaign::CampaignTask task{module.module, module.change, module.change_why, module.fingerprint,
                              module.coverage_before, {}, {}};
  const auto coverage = state.LastCoverage(module.module.name);
  if (coverage && coverage->fingerprint == module.fingerprint && !config.call.all) {
    task.covered_before = coverage->covered;
  }
  // What an earlier run found depends on its clock: a run that must be repeatable starts afresh.
  if (!config.search.iterations) {
    const std::string& archived_as =
        module.was.name.empty() ? module.module.name : module.was.name;
    if (const auto suite = state.LastSuite(archived_as)) task.archived_suite = suite->json;
  }
  return task;
}

std::vector<report::WorkspaceChange> ChangesToTell(const workspace::ChangeSet& changes) {
  std::vector<report::WorkspaceChange> told;
  for (const workspace::ModuleChange& change : changes.modules) {
    told.push_back({change.module.name, change.change, change.why});
  }
  return told;
}

// All files that stand, once more and together, where they stand: tests that only passed alone, or
// without the project's own conftest.py, show here.
void RunWrittenFiles(model::PytestRunner& pytest, const fs::path& root,
                     const base::Deadline& deadline, model::RunOutcome& outcome) {
  if (outcome.files_written.empty() || deadline.Expired()) return;
  std::vector<fs::path> files;
  for (const std::string& file : outcome.files_written) files.push_back(root / file);
  const model::PytestResult result = pytest.RunInPlace(files, deadline);
  for (const model::PytestResult::Test& test : result.tests) {
    for (model::ModuleOutcome& module : outcome.modules) {
      if (module.file != test.file) continue;
      for (model::PytestResult::Test& known : module.tests) {
        if (known.name == test.name) known = test;
      }
    }
  }
}

struct Coverage {
  std::size_t goals = 0;
  std::size_t covered = 0;
  double percent() const {
    return goals == 0 ? 100 : 100.0 * static_cast<double>(covered) / static_cast<double>(goals);
  }
};

// Of the whole project: what this run measured, and for the rest what the last one did.
Coverage ProjectCoverage(const model::RunOutcome& outcome,
                         const std::vector<model::ModuleRecord>& records) {
  Coverage coverage;
  for (const model::ModuleOutcome& module : outcome.modules) {
    if (!module.covered.empty()) {
      coverage.goals += module.goals;
      coverage.covered += static_cast<std::size_t>(
          std::count(module.covered.begin(), module.covered.end(), true));
      continue;
    }
    for (const model::ModuleRecord& record : records) {
      if (record.module.name != module.module.name || record.seen_fingerprint.empty()) continue;
      coverage.goals += record.goals;
      coverage.covered += record.covered;
    }
  }
  return coverage;
}

}  // namespace

int Run(const config::Config& config, const report::ConsoleOptions& console_options,
        const base::Clock& clock, base::TimePoint start, const std::atomic<bool>& interrupted,
        std::ostream& out) {
  const base::Log log(config::LogTopics(config));
  const fs::path& root = config.project.root;
  const Duration budget = config.budget.total.value_or(Duration::zero());
  const base::Deadline unlimited(clock, &interrupted);
  const base::Deadline deadline =
      config.budget.total ? unlimited.Within(budget - (clock.Now() - start)) : unlimited;

  report::Console console(out, console_options);

  // What there is, what changed, and what to do about it.
  Survey survey = TakeSurvey(config, state::State::Access::kWrite, log, deadline);
  if (!survey.interpreter.pytest_version) {
    throw base::Error(fmt::format(
        "{} has no pytest, which verifies and runs the generated tests; install it with "
        "`{} -m pip install pytest`, or name another interpreter with --python",
        survey.interpreter.path.string(), survey.interpreter.path.string()));
  }
  console.Workspace(ChangesToTell(survey.changes), survey.elapsed);

  model::RunOutcome outcome;
  outcome.budget = budget;
  outcome.jobs = config.budget.jobs;
  outcome.started_unix_seconds = std::time(nullptr);
  const auto note = [&](const model::Reason& reason) {
    outcome.notes.push_back(reason);
    console.Note(reason);
  };
  if (survey.state_note) note(*survey.state_note);

  const uint64_t seed = SeedOf(config);
  console.Plan({survey.plan.run.size(), config.budget.total, config.search.iterations,
                config.budget.jobs, fmt::format("{}, seed {}", config.search.algorithm, seed)});
  std::vector<state::SeenModule> seen;
  for (const workspace::SourceModule& source : survey.sources) {
    seen.push_back({source.module, source.scan.fingerprint});
  }
  const int64_t run = survey.state->BeginRun({outcome.started_unix_seconds, budget, outcome.jobs,
                                              seed, survey.environment},
                                             seen);
  const auto close = [&] {
    outcome.interrupted = interrupted.load();
    outcome.used = clock.Now() - start;
    std::sort(outcome.modules.begin(), outcome.modules.end(),
              [](const auto& a, const auto& b) { return a.module < b.module; });
    const std::vector<std::string> reports =
        report::WriteReports(report::AllReporters(), outcome, root / config.output.reports);
    survey.state->EndRun(run, outcome.used, outcome.interrupted);
    console.Close(outcome, {config.output.reports, reports});
  };

  for (const plan::PlannedModule& module : survey.plan.skipped) {
    outcome.modules.push_back(PassedOver(module, module.reason));
    survey.state->RecordModule(run, outcome.modules.back());
  }

  if (!survey.plan.run.empty()) {
    const worker::ContainmentFeatures features = worker::ProbeContainment();
    for (const model::Reason& missing : worker::MissingContainment(features)) note(missing);

    const std::vector<fs::path> source_path = SourcePath(config, survey);
    worker::WorkerOptions workers;
    workers.interpreter = survey.interpreter.path;
    workers.project_root = root;
    workers.source_path = source_path;
    workers.runtime_folder = survey.runtime->path();
    workers.limits = LimitsOf(config);
    workers.features = features;
    workers.batch = BatchOptionsOf(config);
    worker::WorkerLoader loader(workers, log);
    worker::ContainedPytest pytest({workers.interpreter, root, source_path, workers.runtime_folder,
                                    workers.limits, features},
                                   log);
    const campaign::TestFiles files(root, config.output.tests);
    files.RemoveLeftovers();
    files.WriteConftest(source_path);

    const campaign::CampaignOptions options{SearchOptionsOf(config), seed,
                                            {SKUA_VERSION, "", TopLevelNames(survey)}};
    campaign::Progress progress;
    const campaign::Campaign campaign(loader, pytest, files, options, progress, log);
    plan::BudgetAllocation allocation(deadline.Less(plan::ClosingReserve(budget)),
                                      survey.plan.run.size(), config.budget.jobs);
    CampaignPool pool(config.budget.jobs, allocation);
    std::vector<model::ModuleOutcome> done = pool.Run(
        survey.plan.run, deadline,
        [&](const plan::PlannedModule& module, const base::Deadline& share) {
          return campaign.Run(TaskOf(config, module, *survey.state), share);
        },
        [&](const model::ModuleOutcome& module) { survey.state->RecordModule(run, module); },
        [&](const PoolProgress& now) {
          report::ProgressSnapshot snapshot;
          snapshot.modules_done = now.done;
          snapshot.modules = survey.plan.run.size();
          if (now.goals > 0) {
            snapshot.coverage = static_cast<double>(now.covered) / static_cast<double>(now.goals);
          }
          snapshot.budget = budget;
          snapshot.budget_left = deadline.Remaining();
          snapshot.executed_tests = progress.executed_tests.load();
          for (const std::string& module : now.running) snapshot.running.push_back({module, 0});
          console.Tick(clock.Now(), snapshot);
        });
    for (model::ModuleOutcome& module : done) {
      if (module.reason.code == model::ReasonCode::kNone && !module.file.empty()) {
        outcome.files_written.push_back(module.file);
      }
      outcome.modules.push_back(std::move(module));
    }
    std::sort(outcome.files_written.begin(), outcome.files_written.end());
    RunWrittenFiles(pytest, root, deadline, outcome);
  }

  close();
  if (config.fail_under) {
    const double percent = ProjectCoverage(outcome, survey.state->Modules()).percent();
    if (percent < *config.fail_under) {
      out << fmt::format("Gate       branch coverage is {:.1f} %, below the {:g} % that fail_under asks for\n",
                         percent, *config.fail_under);
      return 1;
    }
  }
  return 0;
}

}  // namespace skua::command
