#include "command/run/run_pipeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <iterator>
#include <map>
#include <memory>
#include <optional>

#include "base/error.h"
#include "base/log.h"
#include "campaign/campaign.h"
#include "command/campaigns/campaign_pool.h"
#include "command/campaigns/pairs.h"
#include "command/campaigns/planned_campaigns.h"
#include "command/campaigns/replay.h"
#include "command/closing/close_after.h"
#include "command/closing/closing_runs.h"
#include "command/closing/folder_tests.h"
#include "command/closing/measure_together.h"
#include "command/closing/unmeasured.h"
#include "command/reporting/gates.h"
#include "command/reporting/report.h"
#include "command/reporting/report_record.h"
#include "command/run/watchdog.h"
#include "command/shards/shard_stamp.h"
#include "command/survey/missing_files.h"
#include "command/survey/orphans.h"
#include "command/survey/own_tests.h"
#include "command/survey/run_options.h"
#include "command/survey/sandbox_gate.h"
#include "command/survey/survey.h"
#include "model/criterion.h"
#include "model/options/time_policy.h"
#include "render/module/style.h"
#include "report/console/console.h"
#include "report/formats/ci_log.h"
#include "workspace/code_style.h"

namespace skua::command {
namespace {

namespace fs = std::filesystem;
using base::Duration;
using namespace std::chrono_literals;

render::PageStyle PageStyleOf(const workspace::CodeStyle& style) {
  return {style.columns, style.single_quotes, style.one_import_a_line};
}

std::vector<report::WorkspaceChange> ChangesToTell(const workspace::ChangeSet& changes) {
  std::vector<report::WorkspaceChange> told;
  for (const workspace::ModuleChange& change : changes.modules) {
    told.push_back({change.module.name, change.change, change.why});
  }
  return told;
}

// Returns "shard 2/4, adaptive, dynamosa, seed 1"; without a budget there is no strategy.
std::string Method(const config::Config& config, uint64_t seed, const model::Shard& shard) {
  const std::string part =
      shard.total > 1 ? fmt::format("shard {}/{}, ", shard.index, shard.total) : "";
  const std::string strategy = config.budget.total ? config.budget.strategy + ", " : "";
  return fmt::format("{}{}{}, seed {}", part, strategy, config.search.algorithm, seed);
}

// Time that the run keeps for itself.
constexpr model::TimePolicy::Run kRunTime;

// Returns whether tests of earlier runs exceed budget.suite_time, as far as known.
bool ExceedSuiteTime(const config::Config& config, const Survey& survey) {
  const SuiteTime& limits = config.budget.suite_time;
  if (!limits.module && !limits.folder) return false;
  const campaign::TestFiles files(config.project.root, config.output.tests);
  return !FolderTests({}, files, *survey.state).TooSlow(limits).empty();
}

// Returns whether a skipped module's code differs from the code that showed its open changes. With
// --base, a module counts as unchanged when such a change was reverted.
bool HasChangesToSettle(const config::Config& config, const Survey& survey, const plan::Plan& pairs,
                        const base::Log& log) {
  const campaign::TestFiles files(config.project.root, config.output.tests);
  return Replay(config, survey, pairs, files, {}, log).NeedsPytest();
}

// Throws base::Error if the project's Python cannot run the tests to be written.
void RequirePytest(const worker::InterpreterFacts& interpreter) {
  if (interpreter.pytest_version) return;
  const std::string python = interpreter.path.string();
  throw base::Error(
      fmt::format("{} has no pytest, which verifies and runs the generated tests; install it with "
                  "`{} -m pip install pytest`, or name another interpreter with --python",
                  python, python));
}

// One run, pass by pass. `outcome_` always has the results so far.
class RunPipeline {
 public:
  RunPipeline(const RunTools& tools, Survey survey)
      : config_(tools.config),
        processes_(tools.processes),
        console_(tools.console),
        ci_(tools.ci),
        log_(tools.log),
        secrets_(tools.secrets),
        start_(tools.start),
        deadline_(tools.deadline),
        survey_(std::move(survey)),
        pairs_(PlanPairs(config_, survey_, deadline_)),
        stand_too_long_(ExceedSuiteTime(config_, survey_)),
        has_changes_to_settle_(HasChangesToSettle(config_, survey_, pairs_, log_)),
        seed_(SeedOf(config_)) {
    survey_.state->KeepOut(secrets_);
    outcome_.budget = config_.budget.total.value_or(Duration::zero());
    outcome_.jobs = config_.budget.jobs;
    outcome_.started_unix_seconds = std::time(nullptr);
  }

  const model::RunOutcome& outcome() const { return outcome_; }

  // Finds out how well code under test can be contained, and starts a worker. Throws base::Error if
  // that is less than sandbox.require, or no worker starts.
  void Contain();
  // Removes the modules of other machines from the plan.
  void Take(const model::Shard& shard);
  // Prints the plan, and stores the present modules in the state.
  void Begin();
  // Adds the outcomes of modules that are not run, with their reasons.
  void PassOver();
  // Runs campaigns for changed modules, and then all of their files together.
  void Generate();
  // Removes files of deleted modules.
  void RemoveOrphans();
  // Writes reports, state and the closing lines, whatever happened before.
  void Close(base::TimePoint start);
  // Closes a run that hangs: writes reports from the state, and returns the exit code. Any thread
  // may call it once PassOver() is done.
  static int ReportFinished(const config::Config& config, base::Duration used,
                            const base::Secrets& secrets, const workspace::ChangedLines* changed);

 private:
  void Note(const model::Reason& reason);
  // Returns whether code under test runs at all, even if only in existing tests.
  bool RunsCode() const;
  void ReplayEarlier(model::PytestRunner* pytest);
  void TellOpenChanges(model::ModuleOutcome& module) const;
  void RunCampaigns(PlannedCampaigns& campaigns);
  void PassOverPairs(bool all);
  void RunPairs(PlannedCampaigns& campaigns);
  base::Duration ReserveForPairs() const;
  base::Deadline DeadlineOfListing() const;
  void RunWrittenFiles(const campaign::TestFiles& files, campaign::Campaign& campaign,
                       model::PytestRunner& pytest);
  base::Duration ReserveForOwnTests() const;

  const config::Config& config_;
  RunProcesses& processes_;
  report::Console& console_;
  report::CiLog& ci_;
  const base::Log& log_;
  const base::Secrets& secrets_;
  const base::TimePoint start_;
  const base::Deadline deadline_;
  Survey survey_;
  const plan::Plan pairs_;  // of modules that are tested together
  const bool stand_too_long_;
  const bool has_changes_to_settle_;
  const uint64_t seed_;
  std::optional<ShardStamp> shard_;             // nullopt: not a shard
  std::unique_ptr<RunProcesses::Tools> tools_;  // set while code runs; null if no code runs
  int64_t run_ = 0;
  model::RunOutcome outcome_;
  std::vector<std::string> own_tests_;  // of the planned packages
  FileRuns ran_together_;
  campaign::RunStamp stamp_;
  BehaviourBefore before_;
  std::map<std::string, model::Subject> subjects_;  // by module or pair, for those with a suite
};

void RunPipeline::Note(const model::Reason& reason) {
  outcome_.notes.push_back(reason);
  console_.Note(reason);
}

bool RunPipeline::RunsCode() const {
  return !survey_.plan.run.empty() || !pairs_.run.empty() || HasUnmeasured(survey_) ||
         stand_too_long_ || has_changes_to_settle_;
}

void RunPipeline::Contain() {
  if (!RunsCode()) return;
  outcome_.sandbox = processes_.Contain(survey_);
  RequireSandbox(*outcome_.sandbox, config_.sandbox.require);
  tools_ = processes_.Start(survey_, deadline_);
  tools_->pytest().Try(deadline_);
  tools_->loader().Greet(deadline_);
}

void RunPipeline::Take(const model::Shard& shard) {
  shard_ = TakePart(config_, shard, survey_);
  outcome_.shard = shard;
}

void RunPipeline::Begin() {
  console_.Workspace(ChangesToTell(survey_.changes), survey_.elapsed);
  std::vector<std::string> left_out;
  for (const workspace::LeftOut& file : survey_.found.left_out) {
    if (file.by_name) left_out.push_back(fmt::format("{} ({})", file.path, file.why));
  }
  console_.LeftOut(left_out);
  if (survey_.state_note) Note(*survey_.state_note);
  const campaign::TestFiles files(config_.project.root, config_.output.tests, &secrets_);
  if (!config_.output.restore) {
    console_.Missing(MissingOf(survey_.plan.run, survey_));
  } else if (const std::size_t restored = Restore(survey_, files); restored > 0) {
    files.WriteConftest(ConftestOf(config_, survey_), config_.output.header);
    console_.Restored(restored);
  }
  const auto going_on = std::ranges::count(survey_.plan.run, true, &plan::PlannedModule::goes_on);
  console_.Plan({survey_.plan.run.size(), config_.budget.total, config_.search.iterations,
                 outcome_.jobs, Method(config_, seed_, outcome_.shard),
                 static_cast<std::size_t>(going_on), pairs_.run.size(),
                 model::Names(config_.search.criteria, model::Criterion::kCoupledBranch)});
  if (outcome_.sandbox) console_.Sandbox(*outcome_.sandbox);
  std::vector<state::SeenModule> seen;
  for (const workspace::SourceModule& source : survey_.sources) {
    seen.push_back({source.module, source.scan.fingerprint});
  }
  for (const auto* pairs : {&pairs_.run, &pairs_.skipped}) {
    for (const plan::PlannedModule& pair : *pairs) seen.push_back({pair.module, pair.fingerprint});
  }
  run_ = survey_.state->BeginRun(
      {outcome_.started_unix_seconds, outcome_.budget, outcome_.jobs, seed_, survey_.environment},
      seen);
}

// Runs before any search, whatever the budget: every run reports what changed code breaks.
void RunPipeline::ReplayEarlier(model::PytestRunner* pytest) {
  const campaign::TestFiles files(config_.project.root, config_.output.tests);
  stamp_.run = run_;
  if (pytest != nullptr) {  // without pytest, no change needs the commit
    const base::Deadline for_git =
        base::Deadline(deadline_.clock()).Within(kRunTime.replaying_least);
    stamp_ =
        StampOf(run_, processes_.CheckedOutCommit(survey_, for_git), outcome_.started_unix_seconds);
  }
  Replay replay(config_, survey_, pairs_, files, stamp_, log_);
  before_.open = replay.open();
  if (deadline_.Interrupted()) return;
  const base::Deadline unlimited(deadline_.clock());
  if (deadline_.unlimited()) {
    before_.settled = replay.Settle(pytest, unlimited, unlimited);
  } else {
    const Duration part = model::Scaled(outcome_.budget, kRunTime.replaying);
    before_.settled = replay.Settle(
        pytest, unlimited.Within(std::max(deadline_.Remaining(), kRunTime.replaying_least)),
        unlimited.Within(std::max(part, kRunTime.replaying_least)));
  }
  for (model::ModuleOutcome& module : outcome_.modules) TellOpenChanges(module);
}

// For a module without a campaign.
void RunPipeline::TellOpenChanges(model::ModuleOutcome& module) const {
  const std::string& name = module.module.name;
  const auto policy = campaign::OnBehaviourChangeNamed(config_.on_behaviour_change);
  if (const auto settled = before_.settled.find(name); settled != before_.settled.end()) {
    campaign::TellChanges(settled->second, policy, module);
  } else if (const auto open = before_.open.find(name); open != before_.open.end()) {
    module.behaviour_changes = open->second;
  }
}

void RunPipeline::PassOver() {
  // The outcome of modules not reached if the process is killed.
  model::RunOutcome killed = outcome_;
  killed.interrupted = true;
  for (const plan::PlannedModule& module : survey_.plan.skipped) {
    killed.modules.push_back(PassedOver(module, module.reason));
  }
  for (const plan::PlannedModule& module : survey_.plan.run) {
    killed.modules.push_back(PassedOver(module, {model::ReasonCode::kInterrupted, ""}));
  }
  RecordReport(*survey_.state, run_, killed);
  const fs::path state_folder = config_.project.root / config_.output.state;
  if (shard_) {
    shard_->run = run_;
    WriteStamp(state_folder, *shard_);
  } else {
    RemoveStamp(state_folder);
  }
  for (const plan::PlannedModule& module : survey_.plan.skipped) {
    outcome_.modules.push_back(PassedOver(module, module.reason));
  }
  survey_.state->RecordModules(run_, outcome_.modules);
}

void RunPipeline::Generate() {
  if (!RunsCode()) {
    ReplayEarlier(nullptr);
    PassOverPairs(/*all=*/false);
    return;
  }
  for (const model::Reason& missing : processes_.Missing()) Note(missing);
  const std::unique_ptr<RunProcesses::Tools> tools = std::move(tools_);
  const fs::path& root = config_.project.root;
  const campaign::TestFiles files(root, config_.output.tests, &secrets_);
  files.RemoveLeftovers();
  const std::string& above = config_.output.header;
  files.WriteConftest(ConftestOf(config_, survey_), above);
  std::vector<std::string> own_files;
  for (const workspace::SourceModule& test : survey_.tests) own_files.push_back(test.module.path);
  files.AvoidClashes(survey_.found.modules, own_files, above);

  const campaign::CampaignOptions options{
      SearchOptionsOf(config_),
      config_.oracle,
      seed_,
      {SKUA_VERSION, "", TopLevelNames(survey_), render::StyleFromName(config_.output.style),
       PageStyleOf(workspace::ReadCodeStyle(root)), above},
      campaign::OnBehaviourChangeNamed(config_.on_behaviour_change),
      {},
      config_.budget.suite_time.module,
      config_.budget.suite_time.folder.has_value(),
      config_.output.keep == "all"};
  std::vector<model::ModuleId> planned;
  for (const plan::PlannedModule& module : survey_.plan.run) planned.push_back(module.module);
  for (const plan::PlannedModule& pair : pairs_.run) planned.push_back(pair.pair->caller);
  own_tests_ = OwnTestsOf(config_, survey_, planned);
  campaign::Progress progress;
  progress.cores.SetCores(config_.budget.jobs);
  campaign::Campaign campaign({tools->loader(), tools->pytest(), files, options, progress, log_});
  ReplayEarlier(&tools->pytest());
  PlannedCampaigns campaigns(
      {config_, survey_, campaign, progress, before_, stamp_, start_, deadline_, console_, log_},
      outcome_, subjects_);
  RunCampaigns(campaigns);
  RunPairs(campaigns);
  RunWrittenFiles(files, campaign, tools->pytest());
}

// Returns the time of the budget to keep for pairs.
Duration RunPipeline::ReserveForPairs() const {
  if (pairs_.run.empty()) return Duration::zero();
  return model::Scaled(outcome_.budget, config_.integration.share);
}

void RunPipeline::RunCampaigns(PlannedCampaigns& campaigns) {
  const base::Deadline end = deadline_.Less(plan::ClosingReserve(outcome_.budget) +
                                            ReserveForOwnTests() + ReserveForPairs());
  std::vector<model::ModuleOutcome> done = campaigns.Run(survey_.plan, end);
  campaigns.RunAgain(survey_.plan, end, done);
  // If nothing was written, there is no test to run with own tests.
  if (std::ranges::none_of(done, WasWritten)) {
    campaigns.RunAgain(survey_.plan,
                       deadline_.Less(plan::ClosingReserve(outcome_.budget) + ReserveForPairs()),
                       done);
  }
  for (model::ModuleOutcome& module : done) {
    if (module.used == Duration::zero()) TellOpenChanges(module);
  }
  std::ranges::move(done, std::back_inserter(outcome_.modules));
}

// Adds the outcomes of pairs that are not run, or (unless `all`) only of those with open changes.
void RunPipeline::PassOverPairs(bool all) {
  for (const plan::PlannedModule& pair : pairs_.skipped) {
    model::ModuleOutcome outcome = PassedOver(pair, pair.reason);
    TellOpenChanges(outcome);
    if (all || !outcome.behaviour_changes.empty()) outcome_.pairs.push_back(std::move(outcome));
  }
}

// Runs after the modules' campaigns, since callers use objects and constants of their suites.
void RunPipeline::RunPairs(PlannedCampaigns& campaigns) {
  PassOverPairs(/*all=*/true);
  std::vector<model::ModuleOutcome> done = campaigns.Run(
      pairs_, deadline_.Less(plan::ClosingReserve(outcome_.budget) + ReserveForOwnTests()));
  for (model::ModuleOutcome& pair : done) {
    if (pair.used == Duration::zero()) TellOpenChanges(pair);
  }
  std::ranges::move(done, std::back_inserter(outcome_.pairs));
}

// The rest of the budget is for reports, and for the end of the process.
void RunPipeline::RunWrittenFiles(const campaign::TestFiles& files, campaign::Campaign& campaign,
                                  model::PytestRunner& pytest) {
  ClosingRuns closing({campaign, pytest, files, subjects_, *survey_.state, run_, log_,
                       [this](const model::Reason& reason) { Note(reason); }},
                      outcome_);
  const base::Deadline deadline =
      deadline_.Less(model::Scaled(plan::ClosingReserve(outcome_.budget), kRunTime.reporting));
  const bool is_shorter = closing.FitSuiteTime(config_.budget.suite_time, deadline);
  closing.RunTogether(deadline.Less(ReserveForOwnTests()));
  const base::TimePoint began = deadline_.clock().Now();
  // Measures before own tests run, which may use up the time. If a test is removed because of them,
  // measures once more, which takes as long again.
  const bool with_calls = !config_.integration.pairs.empty();
  const auto watch = [&] {
    ran_together_ =
        WatchTogether(outcome_, survey_, files, is_shorter, with_calls, pytest, deadline);
  };
  watch();
  const Duration watching = deadline_.clock().Now() - began;
  if (closing.RunBeside(own_tests_, deadline.Less(watching))) watch();
  closing.Weigh(deadline.unlimited()
                    ? deadline
                    : deadline.Within(model::Scaled(outcome_.budget, kRunTime.weighing_most)));
  for (const model::ModuleOutcome* module : AllOutcomes(outcome_)) {
    if (WasWritten(*module)) outcome_.files_written.push_back(module->written.file);
  }
  if (!outcome_.files_written.empty() && ran_together_.empty() && !files.Runnable().empty()) {
    Note({model::ReasonCode::kVerifiedInPart,
          "no time was left to measure coverage; reports show the coverage of the searches"});
  }
}

// Returns the time of the budget to keep for running the project's own tests with the written ones.
Duration RunPipeline::ReserveForOwnTests() const {
  if (own_tests_.empty()) return Duration::zero();
  return std::min(model::Scaled(outcome_.budget, kRunTime.own_tests), kRunTime.own_tests_most);
}

// Returns a deadline that may exceed the budget, since reports are complete in any case.
base::Deadline RunPipeline::DeadlineOfListing() const {
  const base::Deadline as_planned = deadline_.Less(
      model::Scaled(plan::ClosingReserve(outcome_.budget), kRunTime.writing_reports));
  const base::Deadline at_least = base::Deadline(deadline_.clock()).Within(kRunTime.listing_least);
  return as_planned.Remaining() > at_least.Remaining() ? as_planned : at_least;
}

void RunPipeline::RemoveOrphans() {
  const campaign::TestFiles files(config_.project.root, config_.output.tests);
  outcome_.files_removed = command::RemoveOrphans(config_, survey_, outcome_, files, deadline_);
  files.RemoveUnused();
}

void RunPipeline::Close(base::TimePoint start) {
  outcome_.interrupted = deadline_.Interrupted();
  outcome_.used = deadline_.clock().Now() - start;
  std::sort(outcome_.files_written.begin(), outcome_.files_written.end());
  for (auto* outcomes : {&outcome_.modules, &outcome_.pairs}) {
    std::ranges::sort(*outcomes, {}, &model::ModuleOutcome::module);
  }
  survey_.state->EndRun(run_, outcome_.used, outcome_.interrupted);
  RecordReport(*survey_.state, run_, outcome_);
  RecallEarlier(*survey_.state, outcome_);
  RecordCalls(ran_together_, survey_);
  TakeOver(ran_together_, config_, survey_, run_, outcome_, DeadlineOfListing());
  ListUnmeasured(config_, survey_, run_, outcome_, DeadlineOfListing());
  if (!shard_) {  // gates judge the whole run
    outcome_.failed_gates =
        FailedGates(config_, outcome_, survey_.changed_lines ? &*survey_.changed_lines : nullptr);
  }
  RecordReport(*survey_.state, run_, outcome_);
  const std::vector<std::string> reports =
      WriteReports(config_, outcome_, *survey_.state, secrets_,
                   survey_.changed_lines ? &*survey_.changed_lines : nullptr);
  outcome_.used = deadline_.clock().Now() - start;  // writing large reports takes seconds
  console_.Close(outcome_, {config_.output.reports, reports});
  ci_.Close(outcome_, CiViewOf(config_, survey_.changed_lines ? &*survey_.changed_lines : nullptr));
}

int RunPipeline::ReportFinished(const config::Config& config, Duration used,
                                const base::Secrets& secrets,
                                const workspace::ChangedLines* changed) {
  const state::State::Opened opened =
      state::State::Open(config.project.root / config.output.state, state::State::Access::kRead);
  model::RunOutcome outcome = RecallLastRun(*opened.state);
  outcome.used = used;
  // Gates judge the whole run.
  if (outcome.shard.total == 1) outcome.failed_gates = FailedGates(config, outcome, changed);
  WriteReports(config, outcome, *opened.state, secrets, changed);
  return ExitCodeOf(outcome);
}

}  // namespace

int RunPasses(const RunTools& tools, Survey survey, const std::optional<model::Shard>& shard) {
  RequirePytest(survey.interpreter);
  const auto changed_lines = survey.changed_lines;
  RunPipeline run(tools, std::move(survey));
  if (shard) run.Take(*shard);
  run.Contain();
  tools.ci.Begin("Skua: campaigns");
  run.Begin();
  CloseAfter(
      [&] {
        run.PassOver();
        tools.watchdog.SetLastWords([tools, changed_lines] {
          return RunPipeline::ReportFinished(
              tools.config, tools.deadline.clock().Now() - tools.start, tools.secrets,
              changed_lines ? &*changed_lines : nullptr);
        });
        run.Generate();
        run.RemoveOrphans();
      },
      [&] {  // after an exception, all results so far are reported
        tools.watchdog.Allow(kRunTime.closing_most);
        tools.ci.End();
        run.Close(tools.start);
      });
  return ExitCodeOf(run.outcome());
}

}  // namespace skua::command
