#include "command/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <exception>
#include <limits>
#include <map>
#include <mutex>
#include <random>
#include <set>

#include "base/error.h"
#include "base/log.h"
#include "campaign/campaign.h"
#include "command/campaign_pool.h"
#include "command/survey.h"
#include "report/console.h"
#include "render/style.h"
#include "report/reporter.h"
#include "report/wording.h"
#include "worker/contained_pytest.h"
#include "worker/containment.h"
#include "worker/worker_loader.h"
#include "workspace/test_finder.h"

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
  const config::Config::Search& from = config.search;
  options.algorithm = from.algorithm;
  options.max_generations = from.iterations.value_or(0);
  options.population = from.population;
  options.crossover_probability = from.crossover;
  options.tournament_size = from.tournament;
  options.max_test_length = from.max_test_length;
  options.new_test_probability = from.new_tests;
  options.stagnation = from.stagnation;
  options.stagnation_tests = from.stagnation_tests;
  options.adaptive = from.adaptive;
  options.restart_after = from.restart_after;
  options.restart_share = from.restart_share;
  options.local_search_probability = from.local_search;
  options.local_search_share = from.local_search_share;
  options.max_suite_size = from.max_suite_size;
  options.initial_suite_size = from.initial_suite_size;
  options.mio_exploration = {from.mio_tests_per_target, from.mio_random, from.mio_mutations};
  options.mio_exploitation = {from.mio_focused_tests_per_target, from.mio_focused_random,
                              from.mio_focused_mutations};
  options.mio_focus_at = from.mio_focus_at;
  options.insertion_probability = from.insertion;
  options.string_insertion_probability = from.string_insertion;
  options.max_delta = from.max_delta;
  options.max_int = from.max_int;
  options.max_string_length = from.max_string_length;
  options.max_collection_size = from.max_collection_size;
  options.null_probability = from.none;
  options.wrong_type_probability = from.wrong_type;
  options.skip_optional_probability = from.skip_optional;
  options.primitive_reuse_probability = from.primitive_reuse;
  options.object_reuse_probability = from.object_reuse;
  options.constant_probability = from.constants;
  options.dynamic_constant_probability = from.dynamic_constants;
  options.operand_probability = from.operands;
  options.lazy_probes = from.lazy_probes;
  return options;
}

campaign::OracleOptions OracleOptionsOf(const config::Config& config) {
  campaign::OracleOptions options;
  options.mutants = config.oracle.mutants;
  options.assertions = config.oracle.assertions;
  options.extend = config.oracle.extend;
  options.findings = config.findings == "all"    ? campaign::OracleOptions::Findings::kAll
                     : config.findings == "none" ? campaign::OracleOptions::Findings::kNone
                                                 : campaign::OracleOptions::Findings::kRanked;
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

// More would take longer to read than they are worth.
constexpr std::size_t kMostSeedFiles = 20;

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
  }
  // What an earlier run found depends on its clock: a run that must be repeatable starts afresh.
  if (!config.search.iterations) {
    const std::string& archived_as = module.was.name.empty() ? module.module.name : module.was.name;
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

report::ProgressSnapshot Snapshot(const PoolProgress& now, std::size_t modules,
                                  const base::Deadline& deadline, Duration budget,
                                  uint64_t executed_tests) {
  report::ProgressSnapshot snapshot;
  snapshot.modules_done = now.done;
  snapshot.modules = modules;
  if (now.goals > 0) {
    snapshot.coverage = static_cast<double>(now.covered) / static_cast<double>(now.goals);
  }
  snapshot.budget = budget;
  snapshot.budget_left = deadline.Remaining();
  snapshot.executed_tests = executed_tests;
  for (const std::string& module : now.running) snapshot.running.push_back({module, {}});
  return snapshot;
}

// By this run, not by an earlier one.
bool WasWritten(const model::ModuleOutcome& module) {
  return module.reason.code == model::ReasonCode::kNone && !module.file.empty();
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
      coverage.covered += module.covered_goals();
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

// One run, pass by pass; what it did so far is in `outcome_` at any time.
class RunPipeline {
 public:
  RunPipeline(const config::Config& config, report::Console& console, const base::Log& log,
              const base::Deadline& deadline, Survey survey)
      : config_(config),
        console_(console),
        log_(log),
        deadline_(deadline),
        survey_(std::move(survey)),
        seed_(SeedOf(config)) {
    outcome_.budget = config.budget.total.value_or(Duration::zero());
    outcome_.jobs = config.budget.jobs;
    outcome_.started_unix_seconds = std::time(nullptr);
  }

  const model::RunOutcome& outcome() const { return outcome_; }

  // Says what will be done, and notes in the state what was seen.
  void Begin();
  // What is not run, with its reason.
  void PassOver();
  // Campaigns for what changed, and all their files once more together.
  void Generate();
  // Reports, state and the closing lines: whatever happened before.
  void Close(Duration used);
  // Whether the project's branch coverage is what the user asked for; says so when it is not.
  bool GateHolds(std::ostream& out);

 private:
  void Note(const model::Reason& reason);
  void RunCampaigns(campaign::Campaign& campaign, campaign::Progress& progress);
  void RunWrittenFiles(campaign::Campaign& campaign, model::PytestRunner& pytest);
  std::map<std::string, std::set<std::string>> FailuresTogether(model::PytestRunner& pytest) const;

  const config::Config& config_;
  report::Console& console_;
  const base::Log& log_;
  const base::Deadline deadline_;
  Survey survey_;
  const uint64_t seed_;
  int64_t run_ = 0;
  model::RunOutcome outcome_;
  std::map<std::string, model::Subject> subjects_;  // of the modules that have a suite
};

void RunPipeline::Note(const model::Reason& reason) {
  outcome_.notes.push_back(reason);
  console_.Note(reason);
}

void RunPipeline::Begin() {
  console_.Workspace(ChangesToTell(survey_.changes), survey_.elapsed);
  if (survey_.state_note) Note(*survey_.state_note);
  console_.Plan({survey_.plan.run.size(), config_.budget.total, config_.search.iterations,
                 outcome_.jobs, fmt::format("{}, seed {}", config_.search.algorithm, seed_)});
  std::vector<state::SeenModule> seen;
  for (const workspace::SourceModule& source : survey_.sources) {
    seen.push_back({source.module, source.scan.fingerprint});
  }
  run_ = survey_.state->BeginRun(
      {outcome_.started_unix_seconds, outcome_.budget, outcome_.jobs, seed_, survey_.environment},
      seen);
}

void RunPipeline::PassOver() {
  for (const plan::PlannedModule& module : survey_.plan.skipped) {
    outcome_.modules.push_back(PassedOver(module, module.reason));
    survey_.state->RecordModule(run_, outcome_.modules.back());
  }
}

void RunPipeline::Generate() {
  if (survey_.plan.run.empty()) return;
  const worker::ContainmentFeatures features = worker::ProbeContainment();
  for (const model::Reason& missing : worker::MissingContainment(features)) Note(missing);

  const fs::path& root = config_.project.root;
  worker::WorkerOptions workers;
  workers.interpreter = survey_.interpreter.path;
  workers.project_root = root;
  workers.source_path = SourcePath(config_, survey_);
  workers.runtime_folder = survey_.runtime->path();
  workers.limits = LimitsOf(config_);
  workers.features = features;
  workers.batch = BatchOptionsOf(config_);
  workers.include = config_.search.include;
  workers.exclude = config_.search.exclude;
  workers.visibility = model::VisibilityNamed(config_.search.visibility);
  worker::WorkerLoader loader(workers, log_);
  worker::ContainedPytest pytest({workers.interpreter, root, workers.source_path,
                                  workers.runtime_folder, workers.limits, features},
                                 log_);
  const campaign::TestFiles files(root, config_.output.tests);
  files.RemoveLeftovers();
  files.WriteConftest(workers.source_path);

  const campaign::CampaignOptions options{
      SearchOptionsOf(config_), OracleOptionsOf(config_), seed_,
      {SKUA_VERSION, "", TopLevelNames(survey_), render::StyleFromName(config_.output.style)}};
  campaign::Progress progress;
  campaign::Campaign campaign(loader, pytest, files, options, progress, log_);
  RunCampaigns(campaign, progress);
  RunWrittenFiles(campaign, pytest);
}

void RunPipeline::RunCampaigns(campaign::Campaign& campaign, campaign::Progress& progress) {
  const std::vector<plan::PlannedModule>& modules = survey_.plan.run;
  plan::BudgetAllocation allocation(deadline_.Less(plan::ClosingReserve(outcome_.budget)),
                                    modules.size(), outcome_.jobs);
  std::mutex mutex;  // guards subjects_
  std::vector<model::ModuleOutcome> done =
      CampaignPool(outcome_.jobs, allocation)
          .Run(
              modules, deadline_,
              [&](const plan::PlannedModule& module, const plan::BudgetAllocation::Share& share) {
                campaign::CampaignResult result =
                    campaign.Run(TaskOf(config_, module, survey_), share.deadline, share.latest);
                const std::lock_guard lock(mutex);
                subjects_[module.module.name] = std::move(result.subject);
                return std::move(result.outcome);
              },
              [&](const model::ModuleOutcome& module) {
                survey_.state->RecordModule(run_, module);
              },
              [&](const PoolProgress& now) {
                console_.Tick(deadline_.clock().Now(),
                              Snapshot(now, modules.size(), deadline_, outcome_.budget,
                                       progress.executed_tests.load()));
              });
  for (model::ModuleOutcome& module : done) {
    for (const std::string& survivor : report::Survivors(module, module.mutants.size())) {
      log_.Say(base::Topic::kExplain, "{}: survived: {}", module.module.name, survivor);
    }
    outcome_.modules.push_back(std::move(module));
  }
}

// Test functions that fail, by file, when all written files run together where they stand.
std::map<std::string, std::set<std::string>> RunPipeline::FailuresTogether(
    model::PytestRunner& pytest) const {
  std::vector<fs::path> files;
  for (const model::ModuleOutcome& module : outcome_.modules) {
    if (WasWritten(module)) files.push_back(module.file);
  }
  std::map<std::string, std::set<std::string>> failures;
  if (files.empty() || deadline_.Expired()) return failures;
  using Outcome = model::PytestResult::Outcome;
  for (const model::PytestResult::Test& test : pytest.RunInPlace(files, deadline_).tests) {
    if (test.outcome != Outcome::kFailed && test.outcome != Outcome::kError) continue;
    log_.Say(base::Topic::kExplain, "{}: dropped {}: fails beside the others: {}", test.file,
             test.name, test.message);
    failures[test.file].insert(test.name);
  }
  return failures;
}

// A test that passes alone may fail behind another module's, or under the project's conftest.py.
// Then it goes; that may uncover another, so once more.
void RunPipeline::RunWrittenFiles(campaign::Campaign& campaign, model::PytestRunner& pytest) {
  for (int round = 0; round < 2; ++round) {
    const auto failures = FailuresTogether(pytest);
    if (failures.empty()) break;
    for (model::ModuleOutcome& module : outcome_.modules) {
      const auto failed = failures.find(module.file);
      if (!WasWritten(module) || failed == failures.end()) continue;
      campaign::CampaignResult result{std::move(module), subjects_[module.module.name]};
      campaign.DropTests(result, failed->second);
      module = std::move(result.outcome);
      module.notes.push_back(
          {model::ReasonCode::kTestsDropped,
           fmt::format("{} failed beside the other tests", failed->second.size())});
      survey_.state->RecordModule(run_, module);
    }
  }
  for (const model::ModuleOutcome& module : outcome_.modules) {
    if (WasWritten(module)) outcome_.files_written.push_back(module.file);
  }
}

void RunPipeline::Close(Duration used) {
  outcome_.interrupted = deadline_.Interrupted();
  outcome_.used = used;
  std::sort(outcome_.files_written.begin(), outcome_.files_written.end());
  std::sort(outcome_.modules.begin(), outcome_.modules.end(),
            [](const auto& a, const auto& b) { return a.module < b.module; });
  survey_.state->EndRun(run_, used, outcome_.interrupted);
  const std::string& folder = config_.output.reports;
  const std::vector<std::string> reports =
      report::WriteReports(report::AllReporters(), outcome_, config_.project.root / folder);
  console_.Close(outcome_, {folder, reports});
}

bool RunPipeline::GateHolds(std::ostream& out) {
  if (!config_.fail_under) return true;
  const double percent = ProjectCoverage(outcome_, survey_.state->Modules()).percent();
  if (percent >= *config_.fail_under) return true;
  out << fmt::format(
      "Gate       branch coverage is {:.1f} %, below the {:g} % that fail_under asks for\n",
      percent, *config_.fail_under);
  return false;
}

}  // namespace

int Run(const config::Config& config, const report::ConsoleOptions& console_options,
        const base::Clock& clock, base::TimePoint start, const std::atomic<bool>& interrupted,
        std::ostream& out) {
  const base::Log log(config::LogTopics(config));
  base::Deadline deadline(clock, &interrupted);
  if (config.budget.total) deadline = deadline.Within(*config.budget.total - (clock.Now() - start));
  report::Console console(out, console_options);

  Survey survey = TakeSurvey(config, state::State::Access::kWrite, log, deadline);
  if (!survey.interpreter.pytest_version) {
    const std::string python = survey.interpreter.path.string();
    throw base::Error(fmt::format(
        "{} has no pytest, which verifies and runs the generated tests; install it with "
        "`{} -m pip install pytest`, or name another interpreter with --python",
        python, python));
  }
  RunPipeline run(config, console, log, deadline, std::move(survey));
  run.Begin();
  std::exception_ptr failure;
  try {
    run.PassOver();
    run.Generate();
  } catch (const base::Error&) {
    failure = std::current_exception();  // what was done until then is reported all the same
  }
  run.Close(clock.Now() - start);
  if (failure) std::rethrow_exception(failure);
  return run.GateHolds(out) ? 0 : 1;
}

}  // namespace skua::command
