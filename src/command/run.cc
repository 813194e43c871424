#include "command/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <set>

#include "base/error.h"
#include "base/log.h"
#include "campaign/campaign.h"
#include "command/campaign_pool.h"
#include "command/orphans.h"
#include "command/report.h"
#include "command/report_record.h"
#include "command/run_options.h"
#include "command/survey.h"
#include "report/ci_log.h"
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
  const std::string& archived_as = module.was.name.empty() ? module.module.name : module.was.name;
  if (const auto suite = state.LastSuite(archived_as)) {
    task.archived_suite = suite->json;
    task.archived_fingerprint = suite->fingerprint;
    task.killed_before = suite->killed;
  }
  // What an earlier run wrote is no input of one that must be repeatable.
  if (!config.search.iterations) AddGeneratedSeeds(config, task);
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
  snapshot.suspended = now.suspended;
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

std::size_t CountBehaviourChanges(const model::RunOutcome& outcome) {
  std::size_t changes = 0;
  for (const auto& module : outcome.modules) changes += module.behaviour_changes.size();
  return changes;
}

// One run, pass by pass; what it did so far is in `outcome_` at any time.
class RunPipeline {
 public:
  RunPipeline(const config::Config& config, report::Console& console, report::CiLog& ci,
              const base::Log& log, base::TimePoint start, const base::Deadline& deadline, Survey survey)
      : config_(config),
        console_(console),
        ci_(ci),
        log_(log),
        start_(start),
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
  // Files of modules that are gone.
  void RemoveOrphans();
  // Reports, state and the closing lines: whatever happened before.
  void Close(Duration used);
  // Whether branch coverage and behaviour are what the user asked for; says so when they are not.
  bool GateHolds(std::ostream& out);

 private:
  void Note(const model::Reason& reason);
  void RunCampaigns(campaign::Campaign& campaign, campaign::Progress& progress);
  void RunWrittenFiles(campaign::Campaign& campaign, model::PytestRunner& pytest);
  std::map<std::string, std::set<std::string>> FailuresTogether(model::PytestRunner& pytest) const;

  const config::Config& config_;
  report::Console& console_;
  report::CiLog& ci_;
  const base::Log& log_;
  const base::TimePoint start_;
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
  // Should the process be killed, this is what became of those that it had not come to.
  model::RunOutcome killed = outcome_;
  killed.interrupted = true;
  for (const plan::PlannedModule& module : survey_.plan.skipped) {
    killed.modules.push_back(PassedOver(module, module.reason));
  }
  for (const plan::PlannedModule& module : survey_.plan.run) {
    killed.modules.push_back(PassedOver(module, {model::ReasonCode::kInterrupted, ""}));
  }
  RecordReport(*survey_.state, run_, killed);
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
      {SKUA_VERSION, "", TopLevelNames(survey_), render::StyleFromName(config_.output.style)},
      campaign::OnBehaviourChangeNamed(config_.on_behaviour_change)};
  campaign::Progress progress;
  campaign::Campaign campaign(loader, pytest, files, options, progress, log_);
  RunCampaigns(campaign, progress);
  RunWrittenFiles(campaign, pytest);
}

void RunPipeline::RunCampaigns(campaign::Campaign& campaign, campaign::Progress& progress) {
  const std::vector<plan::PlannedModule>& modules = survey_.plan.run;
  const std::unique_ptr<plan::Scheduler> scheduler = MakeSchedulerFor(
      config_, survey_.plan, deadline_.Less(plan::ClosingReserve(outcome_.budget)));
  CampaignPool pool(outcome_.jobs, *scheduler, start_, log_);
  std::mutex mutex;  // guards subjects_
  std::vector<model::ModuleOutcome> done = pool.Run(
      modules, deadline_,
      [&](const plan::PlannedModule& module, const CampaignPool::Grant& grant) {
        campaign::CampaignTask task = TaskOf(config_, module, survey_);
        task.pacing = grant.pacing;
        campaign::CampaignResult result = campaign.Run(task, grant.deadline, grant.latest);
        const std::lock_guard lock(mutex);
        subjects_[module.module.name] = std::move(result.subject);
        return std::move(result.outcome);
      },
      [&](const model::ModuleOutcome& module) {
        survey_.state->RecordModule(run_, module);
        RecordReport(*survey_.state, run_, module);
      },
      [&](const PoolProgress& now) {
        console_.Tick(deadline_.clock().Now(), Snapshot(now, modules.size(), deadline_,
                                                        outcome_.budget,
                                                        progress.executed_tests.load()));
      });
  outcome_.timeline = pool.timeline();
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
      RecordReport(*survey_.state, run_, module);
    }
  }
  for (const model::ModuleOutcome& module : outcome_.modules) {
    if (WasWritten(module)) outcome_.files_written.push_back(module.file);
  }
}

void RunPipeline::RemoveOrphans() {
  outcome_.files_removed = command::RemoveOrphans(
      survey_, outcome_, campaign::TestFiles(config_.project.root, config_.output.tests));
}

void RunPipeline::Close(Duration used) {
  outcome_.interrupted = deadline_.Interrupted();
  outcome_.used = used;
  std::sort(outcome_.files_written.begin(), outcome_.files_written.end());
  std::sort(outcome_.modules.begin(), outcome_.modules.end(),
            [](const auto& a, const auto& b) { return a.module < b.module; });
  survey_.state->EndRun(run_, used, outcome_.interrupted);
  RecordReport(*survey_.state, run_, outcome_);
  RecallEarlier(*survey_.state, outcome_);
  const std::string& folder = config_.output.reports;
  const std::vector<std::string> reports =
      report::WriteReports(report::MakeReporters(config_.reports.formats,
                                                 ReportContextOf(config_, *survey_.state)),
                           outcome_, config_.project.root / folder);
  console_.Close(outcome_, {folder, reports});
  ci_.Close(outcome_, CiPlacesOf(config_));
}

bool RunPipeline::GateHolds(std::ostream& out) {
  const std::size_t changes = CountBehaviourChanges(outcome_);
  const bool behaves = changes == 0 || config_.on_behaviour_change != "fail";
  if (!behaves) {
    out << fmt::format(
        "Gate       {} earlier test{} failed on changed code, and on_behaviour_change is fail\n",
        changes, changes == 1 ? "" : "s");
  }
  if (!config_.fail_under) return behaves;
  const double percent = ProjectCoverage(outcome_, survey_.state->Modules()).percent();
  if (percent >= *config_.fail_under) return behaves;
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
  const std::unique_ptr<report::CiLog> ci = report::DetectCi(
      out, [](const char* name) { return static_cast<const char*>(std::getenv(name)); },
      [] { return static_cast<int64_t>(std::time(nullptr)); });
  RunPipeline run(config, console, *ci, log, start, deadline, std::move(survey));
  ci->Begin("Skua: campaigns");
  run.Begin();
  std::exception_ptr failure;
  try {
    run.PassOver();
    run.Generate();
    run.RemoveOrphans();
  } catch (const base::Error&) {
    failure = std::current_exception();  // what was done until then is reported all the same
  }
  ci->End();
  run.Close(clock.Now() - start);
  if (failure) std::rethrow_exception(failure);
  return run.GateHolds(out) ? 0 : 1;
}

}  // namespace skua::command
