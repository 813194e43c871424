#include "campaign/campaign.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <utility>

#include "base/error.h"
#include "base/hash.h"
#include "campaign/carry_over.h"
#include "campaign/counting_executor.h"
#include "campaign/existing_tests.h"
#include "campaign/goal_coverage.h"
#include "campaign/reserves.h"
#include "campaign/search_pacer.h"
#include "campaign/suite_maker.h"
#include "campaign/suite_writer.h"
#include "oracle/verification.h"
#include "render/style.h"
#include "render/suite_json.h"
#include "search/minimiser.h"
#include "search/search.h"

namespace skua::campaign {
namespace {

using base::Duration;
using base::TimePoint;
using namespace std::chrono_literals;

// A share may be smaller than a module needs that loads slowly. What it took to load it should not
// be lost, as the next share would be, too: others get less, or their turn in the next run.
constexpr Duration kLongLoad = 10s;
constexpr int kLoadsInShare = 9;  // it is loaded three times, and imported by pytest as often

// What follows a search that ended early is as long as if this had been searched at least.
constexpr Duration kShortShare = 3s;

// How long each pass took, for --debug stats.
class StopWatch {
 public:
  explicit StopWatch(const base::Clock& clock) : clock_(clock), last_(clock.Now()) {}

  Duration Lap(std::string_view pass) {
    const TimePoint now = clock_.Now();
    const Duration taken = now - std::exchange(last_, now);
    laps_.push_back(fmt::format("{} {} ms", pass, taken / 1ms));
    return taken;
  }
  // Of this lap, that was spent asleep.
  void LeaveOut(Duration asleep) { last_ += asleep; }
  std::string Describe() const { return fmt::format("{}", fmt::join(laps_, ", ")); }

 private:
  const base::Clock& clock_;
  TimePoint last_;
  std::vector<std::string> laps_;
};

// Half of the time that is left until then.
base::Deadline HalfOf(const base::Deadline& deadline) {
  return deadline.unlimited() ? deadline : deadline.Within(deadline.Remaining() / 2);
}

std::string DescribeDropped(const oracle::BuiltSuite& built,
                            const oracle::VerifiedSuite& verified) {
  std::vector<std::string> parts;
  const auto add = [&parts](std::size_t count, std::string_view what) {
    if (count > 0) parts.push_back(fmt::format("{} {}", count, what));
  };
  add(built.dropped.flaky, "ended differently in another process");
  add(built.dropped.unfinished, "did not finish");
  add(built.dropped.reaching_out,
      "wrote files, started processes, used the network, waited or left a failing finalizer");
  if (std::string verifying = oracle::CountByCause(verified.dropped); !verifying.empty()) {
    parts.push_back(std::move(verifying));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace

CampaignResult Campaign::Run(const CampaignTask& task, const base::Deadline& deadline,
                             const base::Deadline& latest) const {
  const TimePoint start = deadline.clock().Now();
  CampaignResult result;
  model::ModuleOutcome& outcome = result.outcome;
  outcome.module = task.module;
  outcome.fingerprint = task.fingerprint;
  outcome.change = task.change;
  outcome.change_why = task.change_why;
  outcome.coverage_before = task.coverage_before;
  try {
    Generate(task, deadline, latest, result);
  } catch (const base::Error& error) {
    outcome.reason = {model::ReasonCode::kWorkerLost, error.what()};
  }
  if (deadline.Interrupted() && outcome.file.empty()) {
    outcome.reason = {model::ReasonCode::kInterrupted, ""};
  }
  // What the suite in place covers of the same code stands, whatever became of a better one.
  const std::string file = FileOf(task);
  if (outcome.file.empty() && !task.covered_before.empty() && files_->Exists(file) &&
      task.covered_before.size() == outcome.covered.size()) {
    outcome.covered = task.covered_before;
    outcome.file = file;
  }
  outcome.used = deadline.clock().Now() - start;
  if (task.pacing != nullptr) outcome.used -= task.pacing->asleep();
  return result;
}

void Campaign::Generate(const CampaignTask& task, base::Deadline deadline,
                        const base::Deadline& latest, CampaignResult& result) const {
  model::ModuleOutcome& outcome = result.outcome;
  const base::Clock& clock = deadline.clock();
  StopWatch watch(clock);
  Duration share = deadline.Remaining();
  const ExistingCoverage existing =
      AskExistingTests(task.existing_tests, *loader_, deadline, latest, outcome);
  // They run once for many campaigns: that is no time of this one's.
  if (!deadline.unlimited() && !outcome.existing_tests.empty()) deadline = latest.Within(share);
  if (!task.existing_tests.files.empty()) watch.Lap("ran existing tests");
  base::Deadline finish = deadline.unlimited() ? latest : latest.Within(share + share / 2);

  const model::LoadOptions load_options{.seed_files = task.seed_files,
                                        .passed_types = existing.types()};
  model::LoadedSubject loaded = loader_->Load(
      task.module, load_options,
      deadline.unlimited() ? deadline : latest.Within(std::max(share, Duration(kLongLoad))));
  outcome.notes = loaded.notes;
  if (loaded.failure) {
    outcome.reason = *loaded.failure;
    return;
  }
  const model::Subject& subject = loaded.subject;
  SetCoverage(subject, {}, outcome);
  outcome.covered_by_existing = existing.Covered(subject, model::GoalsOf(subject));
  const std::vector<model::GoalIndex> later = GoalsForLater(outcome.covered_by_existing);
  const Duration load_time = watch.Lap("loaded");
  if (!deadline.unlimited() && share < kLoadsInShare * load_time) {
    share = std::min(kLoadsInShare * load_time, load_time + latest.Remaining());
    deadline = latest.Within(share - load_time);
    finish = latest.Within(share + share / 2 - load_time);
  }
  Reserves reserves(share, load_time, options_->oracle.mutants > 0);
  log_->Say(base::Topic::kStats, "{}: loaded in {} ms, {} goals, {} callables, {} seeds",
            task.module.name, load_time / 1ms, outcome.goals, subject.callables.size(),
            loaded.seeds.size());

  const LookedBack looked_back = LookBack(task, subject, finish, outcome);
  if (!looked_back.goes_on) return;
  const auto still_passes = [&] { return looked_back.passed || StillPasses(FileOf(task), finish); };
  watch.Lap("looked back");

  // A stream of its own for each module, so that the order of campaigns does not matter.
  base::Rng rng(options_->seed, task.module.name);
  CountingExecutor executor(*loaded.executor, progress_->executed_tests);
  std::vector<model::TestCase> seeds, plain;
  // What a run wrote is no input of one that must be repeatable.
  if (options_->search.max_generations == 0) {
    std::vector<std::string> suites = files_->SuitesOf(task.module);
    if (!task.archived_suite.empty()) suites.insert(suites.begin(), task.archived_suite);
    CarriedOver carried = CarryOver(suites, subject);
    seeds = std::move(carried.seeds);
    plain = std::move(carried.plain);
    outcome.seeds.replayed = carried.count.replayed;
    outcome.seeds.dropped = std::max(outcome.seeds.dropped, carried.count.dropped);
  }
  if (outcome.seeds.dropped > 0) {
    outcome.notes.push_back(
        {model::ReasonCode::kSeedsDropped, std::to_string(outcome.seeds.dropped)});
  }
  std::move(loaded.seeds.begin(), loaded.seeds.end(), std::back_inserter(seeds));
  const std::vector<model::TestCase> pool = ObjectsOf(task.pool_suites, subject);
  if (!pool.empty()) {
    log_->Say(base::Topic::kStats, "{}: {} objects from tests of what it imports", task.module.name,
              pool.size());
  }
  std::optional<SearchPacer> pacer;
  if (task.pacing != nullptr) {
    pacer.emplace(*task.pacing, load_time, options_->oracle.mutants > 0);
  }
  std::optional<Patience> patience;
  if (!deadline.unlimited()) patience = task.patience;
  search::Pacer* paced = pacer ? &*pacer : nullptr;
  if (paced == nullptr && patience) paced = &*patience;
  const base::Deadline until = deadline.Less(reserves.AfterSearch(outcome.goals));
  const search::SearchResult found =
      search::Search(subject, executor, options_->search, seeds, rng,
                     pacer ? pacer->until() : until, paced, pool, later);
  outcome.executed_tests = found.executed_tests;
  outcome.last_gain = found.last_gain;
  outcome.discovery = found.discovery;
  outcome.execution_time = found.execution_time;
  outcome.search_time = found.duration;
  // What follows has so long, and may take until `last`, with what the search did not use.
  const auto end_by = [&](const base::Deadline& end, const base::Deadline& last) {
    deadline = end;
    const Duration left = deadline.Remaining();
    const Duration had = load_time + found.duration + left;
    finish = last.Within(left + had / 2);
    reserves = Reserves(had, load_time, options_->oracle.mutants > 0);
  };
  if (pacer) {
    watch.LeaveOut(task.pacing->asleep());
    const Pacing::End end = pacer->EndOfSearch(found);
    end_by(end.deadline, end.latest);
  } else if (patience) {
    const Duration reserve =
        Reserves::AfterSearchOf(load_time + found.duration, load_time + kShortShare, load_time,
                                options_->oracle.mutants > 0, found.tests.size());
    end_by(deadline.Within(reserve), latest);
  }
  watch.Lap("searched");
  log_->Say(base::Topic::kStats, "{}: {}", task.module.name, search::DescribeEffort(found));
  if (found.tests.empty()) {
    outcome.reason =
        found.executed_tests == 0 && (pacer ? pacer->until() : until).Expired()
            ? model::Reason{model::ReasonCode::kNoBudgetLeft, "no time was left to search"}
            : model::Reason{model::ReasonCode::kNothingCovered, ""};
    return;
  }

  outcome.found = GoalsFound(found.tests, outcome.covered, task.found_before);
  if (BringsNothing(task, found, outcome) && still_passes()) {
    outcome.reason = {model::ReasonCode::kNoGain, ""};
    return;
  }

  executor.Retire({});  // from here on every goal counts
  const std::vector<search::ArchivedTest> tests = search::Minimise(
      subject, executor, found.tests, deadline.Less(reserves.AfterMinimising(found.tests.size())));
  const base::Deadline observing = deadline.Less(reserves.AfterMinimising(tests.size()));
  const std::vector<search::Trouble> troubles =
      search::ConfirmTroubles(subject, executor, found.suspects, HalfOf(observing));
  watch.Lap("minimised");

  SuiteMaker maker(
      subject, executor,
      [&](model::LoadOptions options) {
        options.seed_files = load_options.seed_files;
        options.passed_types = load_options.passed_types;
        return loader_->Load(task.module, options, finish);
      },
      options_->oracle, *log_);
  const bool can_judge = reserves.SufficeForMutants(tests.size(), deadline.Remaining());
  if (auto failure = maker.LoadObservers(options_->seed, can_judge)) {
    outcome.reason = std::move(*failure);
    return;
  }
  maker.Build(tests, troubles,
              finish.Less(std::max(reserves.AfterObserving(tests.size()) / 2,
                                   reserves.VerifyingInPart(tests.size()))));
  watch.Lap("observed");
  maker.Judge(deadline.Less(reserves.AfterJudging(tests.size())));
  watch.Lap("judged");
  const base::Deadline verifying = deadline.Less(reserves.Verifying(tests.size()));
  maker.MakePlain(plain, HalfOf(verifying), verifying);
  watch.Lap("made plain");
  const bool was_extended = outcome.seeds.replayed > 0;
  if (options_->oracle.extend) maker.Extend(options_->search, was_extended, rng, verifying);
  watch.Lap("extended");
  maker.Select();

  const model::Suite made = maker.TakeSuite();
  const TestFiles::Place place =
      files_->PlaceFor(task.module, render::FileKindOf(options_->render.style));
  const TestFiles::Place findings = files_->PlaceFor(task.module, render::FileKind::kFindings);
  const SuiteWriter writer = WriterFor(subject, place.file, findings.file, task.fingerprint);
  oracle::VerificationOptions verification;
  verification.shuffle_seed = options_->seed;
  verification.measured = task.module.path;
  oracle::VerifiedSuite verified = oracle::Verify(
      made, [&](const model::Suite& suite) { return writer.WriteForVerification(suite); }, *pytest_,
      finish, verification);
  watch.Lap("verified");
  log_->Say(base::Topic::kStats, "{}: {}", task.module.name, watch.Describe());
  for (const auto& dropped : verified.dropped) {
    log_->Say(base::Topic::kExplain, "{}: {}", task.module.name, oracle::Describe(dropped));
  }
  if (std::string dropped = DescribeDropped(maker.built(), verified); !dropped.empty()) {
    outcome.notes.push_back({model::ReasonCode::kTestsDropped, std::move(dropped)});
  }
  if (verified.in_part) outcome.notes.push_back({model::ReasonCode::kVerifiedInPart, ""});
  // For want of time: another campaign may keep what this one could not.
  if (verified.in_part || maker.built().unobserved > 0) outcome.found.clear();
  if (verified.suite.empty()) {
    outcome.reason = verified.reason.code != model::ReasonCode::kNone
                         ? verified.reason
                         : model::Reason{model::ReasonCode::kNothingStable, ""};
    // Nothing is written that pytest has not seen, but the next run need not find it again.
    if (outcome.reason.code == model::ReasonCode::kNoBudgetLeft && !files_->Exists(place.file)) {
      outcome.suite_json = render::SuiteToJson(subject, made);
    }
    return;
  }

  SetCoverage(subject, verified.suite, outcome);
  std::vector<model::JudgedMutant> judged = maker.JudgedBy(made, verified.suite, finish);
  const SuiteWorth worth{outcome.covered, CountFate(judged, model::MutantFate::kKilled),
                         CountStatements(verified.suite)};
  if (IsNoBetter(task, subject, worth, place.file) && still_passes()) {
    outcome.reason = {model::ReasonCode::kNoGain, ""};
    return;
  }
  outcome.mutants = std::move(judged);
  outcome.tests = std::move(verified.tests);
  outcome.lines = std::move(verified.lines);
  outcome.suite = std::move(verified.suite);
  outcome.file = place.file;
  outcome.findings_file = findings.file;
  for (const TestFiles::Place& kept : {place, findings}) {
    if (kept.kept_edited) {
      outcome.notes.push_back({model::ReasonCode::kEditedFileKept, *kept.kept_edited});
    }
  }
  result.subject = std::move(loaded.subject);
  try {
    WriteFiles(result);
  } catch (const base::Error& error) {
    outcome.reason = {model::ReasonCode::kOutputNotWritten, error.what()};
    outcome.file.clear();
    outcome.findings_file.clear();
  }
}

SuiteWriter Campaign::WriterFor(const model::Subject& subject, const std::string& tests_file,
                                const std::string& findings_file,
                                const std::string& fingerprint) const {
  render::RenderOptions rendering = options_->render;
  rendering.fingerprint = fingerprint;
  return SuiteWriter(subject, tests_file, findings_file, rendering);
}

// Writes the suite, tells of it in the outcome, and leaves no file behind that it has no test for.
void Campaign::WriteFiles(CampaignResult& result) const {
  model::ModuleOutcome& outcome = result.outcome;
  const SuiteWriter writer =
      WriterFor(result.subject, outcome.file, outcome.findings_file, outcome.fingerprint);
  const SuiteWriter::Files files = writer.Write(outcome.suite);
  outcome.texts.clear();
  for (std::string* file : {&outcome.file, &outcome.findings_file}) {
    if (file->empty()) continue;  // there was no test for it before either
    const auto text = files.texts.find(*file);
    if (text != files.texts.end()) {
      files_->Write(*file, text->second);
      outcome.texts.insert(*text);
    } else {
      files_->Remove(*file);
      file->clear();
    }
  }
  const bool is_json = options_->render.style == render::Style::kJson;
  files_->RemoveUnedited(outcome.module,
                         is_json ? render::FileKind::kTests : render::FileKind::kSuite);
  outcome.findings.clear();
  for (std::size_t i = 0; i < outcome.suite.size(); ++i) {
    const model::GeneratedTest& test = outcome.suite[i];
    const render::RenderedTest& rendered = files.tests[i].rendered;
    outcome.tests[i].file = files.tests[i].file;
    outcome.tests[i].name = rendered.name;
    outcome.tests[i].line = rendered.line;
    if (test.is_finding) {
      outcome.findings.push_back({rendered.name, rendered.call, test.verdict,
                                  test.exception.value_or(model::RaisedException{})});
    }
  }
  outcome.suite_json = render::SuiteToJson(result.subject, outcome.suite);
}

void Campaign::DropTests(CampaignResult& result, const std::set<std::string>& names) const {
  model::ModuleOutcome& outcome = result.outcome;
  for (std::size_t i = outcome.suite.size(); i > 0; --i) {
    if (!names.contains(outcome.tests[i - 1].name)) continue;
    outcome.suite.erase(outcome.suite.begin() + static_cast<std::ptrdiff_t>(i - 1));
    outcome.tests.erase(outcome.tests.begin() + static_cast<std::ptrdiff_t>(i - 1));
  }
  SetCoverage(result.subject, outcome.suite, outcome);
  if (outcome.suite.empty()) outcome.reason = {model::ReasonCode::kNothingStable, ""};
  WriteFiles(result);
}

std::string Campaign::FileOf(const CampaignTask& task) const {
  return files_->PlaceFor(task.module, render::FileKindOf(options_->render.style)).file;
}

Campaign::LookedBack Campaign::LookBack(const CampaignTask& task, const model::Subject& subject,
                                        const base::Deadline& deadline,
                                        model::ModuleOutcome& outcome) const {
  const std::string file = FileOf(task);
  const auto header = files_->HeaderOf(file);
  const bool has_changed = header && (header->fingerprint != task.fingerprint ||
                                      task.change == model::Change::kAffected);
  if (!has_changed || deadline.Expired()) return {};
  const SuiteWriter writer = WriterFor(subject, file, file, task.fingerprint);
  BehaviourReport seen = RunEarlierTests({file, task.archived_suite}, subject, writer, *files_,
                                         *pytest_, deadline, *log_);
  outcome.seeds.dropped = seen.outdated;
  if (seen.changes.empty()) return {.passed = seen.passed};
  if (options_->on_behaviour_change == OnBehaviourChange::kAccept) {
    outcome.notes.push_back({model::ReasonCode::kBehaviourAccepted,
                             fmt::format("{} tests expected something else", seen.changes.size())});
    return {};
  }
  outcome.behaviour_changes = std::move(seen.changes);
  if (options_->on_behaviour_change == OnBehaviourChange::kReport) return {};
  outcome.reason = {model::ReasonCode::kBehaviourChanged,
                    "files left as they were; on_behaviour_change is fail"};
  // Of tests that nobody wrote.
  outcome.goals = 0;
  outcome.covered.clear();
  outcome.goal_places.clear();
  return {.goes_on = false};
}

bool Campaign::BringsNothing(const CampaignTask& task, const search::SearchResult& found,
                             const model::ModuleOutcome& outcome) const {
  const bool same_code =
      task.change == model::Change::kUnchanged || task.change == model::Change::kAffected;
  if (!same_code || task.was_cut_short || task.covered_before.size() != outcome.covered.size() ||
      options_->search.max_generations > 0 || outcome.seeds.dropped > 0 ||
      !outcome.behaviour_changes.empty() || !files_->Exists(FileOf(task))) {
    return false;
  }
  const bool has_found = task.found_before.size() == outcome.covered.size();
  const std::vector<bool>& known = has_found ? task.found_before : task.covered_before;
  return std::ranges::all_of(found.tests, [&](const search::ArchivedTest& test) {
    return std::ranges::all_of(test.goals, [&](model::GoalIndex goal) { return known[goal]; });
  });
}

// Only a suite for this very version of the module can be as good.
bool Campaign::IsNoBetter(const CampaignTask& task, const model::Subject& subject,
                          const SuiteWorth& now, const std::string& file) const {
  if (task.covered_before.empty() || !files_->Exists(file)) return false;
  SuiteWorth before{task.covered_before, task.killed_before, 0};
  if (task.archived_fingerprint == task.fingerprint) {
    before.statements = CountStatements(render::SuiteFromJson(task.archived_suite, subject).suite);
  }
  return !IsBetter(now, before);
}

bool Campaign::StillPasses(const std::string& file, const base::Deadline& deadline) const {
  const model::PytestResult result = pytest_->RunInPlace({file}, deadline);
  using Outcome = model::PytestResult::Outcome;
  return result.completed && std::none_of(result.tests.begin(), result.tests.end(), [](auto& test) {
           return test.outcome == Outcome::kFailed || test.outcome == Outcome::kError;
         });
}

}  // namespace skua::campaign
