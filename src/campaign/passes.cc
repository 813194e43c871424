#include "campaign/passes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "campaign/carry_over.h"
#include "campaign/existing_tests.h"
#include "campaign/goal_coverage.h"
#include "campaign/search_pacer.h"
#include "campaign/write_result.h"
#include "render/style.h"
#include "render/suite_json.h"
#include "search/minimiser.h"

namespace skua::campaign {
namespace {

using base::Duration;
using model::ReasonCode;
using namespace std::chrono_literals;

// A share may be smaller than a module needs that loads slowly. What it took to load it should not
// be lost, as the next share would be, too: others get less, or their turn in the next run.
constexpr Duration kLongLoad = 10s;
constexpr int kLoadsInShare = 9;  // it is loaded three times, and imported by pytest as often

// What follows a search that ended early is as long as if this had been searched at least.
constexpr Duration kShortShare = 3s;

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

CampaignPasses::CampaignPasses(const CampaignTools& tools, const CampaignTask& task,
                               const base::Deadline& deadline, const base::Deadline& latest,
                               CampaignResult& result)
    : tools_(tools),
      task_(task),
      result_(result),
      outcome_(result.outcome),
      file_(FileOf(tools, task.module)),
      deadline_(deadline),
      latest_(latest),
      finish_(latest),
      reserves_({}, {}, judges_mutants()),
      watch_(deadline.clock()),
      // A stream of its own for each module, so that the order of campaigns does not matter.
      rng_(tools.options.seed, task.module.name) {}

void CampaignPasses::Run() {
  if (!Load() || !LookBack()) return;
  CollectSeeds();
  if (!Search() || !FindsMore()) return;
  Minimise();
  if (MakeSuite() && Verify()) Keep();
}

bool CampaignPasses::Load() {
  Duration share = deadline_.Remaining();
  const ExistingCoverage existing =
      AskExistingTests(task_.existing_tests, tools_.loader, deadline_, latest_, outcome_);
  // They run once for many campaigns: that is no time of this one's.
  if (!deadline_.unlimited() && !outcome_.existing_tests.empty()) {
    deadline_ = latest_.Within(share);
  }
  if (!task_.existing_tests.files.empty()) watch_.Lap("ran existing tests");
  if (!deadline_.unlimited()) finish_ = latest_.Within(share + share / 2);

  load_options_.seed_files = task_.seed_files;
  load_options_.passed_types = existing.types();
  loaded_ = tools_.loader.Load(
      task_.module, load_options_,
      deadline_.unlimited() ? deadline_ : latest_.Within(std::max(share, Duration(kLongLoad))));
  outcome_.notes = loaded_.notes;
  if (loaded_.failure) {
    outcome_.reason = *loaded_.failure;
    return false;
  }
  SetCoverage(subject(), {}, outcome_);
  outcome_.covered_by_existing = existing.Covered(subject(), model::GoalsOf(subject()));
  load_time_ = watch_.Lap("loaded");
  if (!deadline_.unlimited() && share < kLoadsInShare * load_time_) {
    share = std::min(kLoadsInShare * load_time_, load_time_ + latest_.Remaining());
    deadline_ = latest_.Within(share - load_time_);
    finish_ = latest_.Within(share + share / 2 - load_time_);
  }
  reserves_ = Reserves(share, load_time_, judges_mutants());
  executor_.emplace(*loaded_.executor, tools_.progress.executed_tests);
  tools_.log.Say(base::Topic::kStats, "{}: loaded in {} ms, {} goals, {} callables, {} seeds",
                 task_.module.name, load_time_ / 1ms, outcome_.goals, subject().callables.size(),
                 loaded_.seeds.size());
  return true;
}

// Tells what the earlier tests see of a change.
bool CampaignPasses::LookBack() {
  const auto header = tools_.files.HeaderOf(file_);
  const bool has_changed = header && (header->fingerprint != task_.fingerprint ||
                                      task_.change == model::Change::kAffected);
  if (!has_changed || finish_.Expired()) return true;
  const SuiteWriter writer = WriterFor(tools_, subject(), file_, file_, task_.fingerprint);
  BehaviourReport seen = RunEarlierTests({file_, task_.archived_suite}, subject(), writer,
                                         tools_.files, tools_.pytest, finish_, tools_.log);
  watch_.Lap("looked back");
  outcome_.seeds.dropped = seen.outdated;
  passed_ = seen.passed;
  if (seen.changes.empty()) return true;
  if (tools_.options.on_behaviour_change == OnBehaviourChange::kAccept) {
    outcome_.notes.push_back(
        {ReasonCode::kBehaviourAccepted,
         fmt::format("{} tests expected something else", seen.changes.size())});
    return true;
  }
  outcome_.behaviour_changes = std::move(seen.changes);
  if (tools_.options.on_behaviour_change == OnBehaviourChange::kReport) return true;
  outcome_.reason = {ReasonCode::kBehaviourChanged,
                     "files left as they were; on_behaviour_change is fail"};
  // Of tests that nobody wrote.
  outcome_.goals = 0;
  outcome_.covered.clear();
  outcome_.goal_places.clear();
  return false;
}

void CampaignPasses::CollectSeeds() {
  // What a run wrote is no input of one that must be repeatable.
  if (tools_.options.search.max_generations == 0) {
    std::vector<std::string> suites = tools_.files.SuitesOf(task_.module);
    if (!task_.archived_suite.empty()) suites.insert(suites.begin(), task_.archived_suite);
    CarriedOver carried = CarryOver(suites, subject());
    seeds_ = std::move(carried.seeds);
    plain_ = std::move(carried.plain);
    outcome_.seeds.replayed = carried.count.replayed;
    outcome_.seeds.dropped = std::max(outcome_.seeds.dropped, carried.count.dropped);
  }
  if (outcome_.seeds.dropped > 0) {
    outcome_.notes.push_back({ReasonCode::kSeedsDropped, std::to_string(outcome_.seeds.dropped)});
  }
  std::ranges::move(loaded_.seeds, std::back_inserter(seeds_));
}

bool CampaignPasses::Search() {
  const std::vector<model::TestCase> pool = ObjectsOf(task_.pool_suites, subject());
  if (!pool.empty()) {
    tools_.log.Say(base::Topic::kStats, "{}: {} objects from tests of what it imports",
                   task_.module.name, pool.size());
  }
  std::optional<SearchPacer> pacer;
  if (task_.pacing != nullptr) pacer.emplace(*task_.pacing, load_time_, judges_mutants());
  std::optional<Patience> patience;
  if (!deadline_.unlimited()) patience = task_.patience;
  search::Pacer* paced = pacer ? &*pacer : nullptr;
  if (paced == nullptr && patience) paced = &*patience;
  const base::Deadline share = deadline_.Less(reserves_.AfterSearch(outcome_.goals));
  const base::Deadline& until = pacer ? pacer->until() : share;
  found_ = search::Search(subject(), *executor_, tools_.options.search, seeds_, rng_, until, paced,
                          pool, GoalsForLater(outcome_.covered_by_existing));
  outcome_.executed_tests = found_.executed_tests;
  outcome_.last_gain = found_.last_gain;
  outcome_.discovery = found_.discovery;
  outcome_.execution_time = found_.execution_time;
  outcome_.search_time = found_.duration;
  if (pacer) {
    watch_.LeaveOut(task_.pacing->asleep());
    const Pacing::End end = pacer->EndOfSearch(found_);
    EndBy(end.deadline, end.latest);
  } else if (patience) {
    const Duration reserve =
        Reserves::AfterSearchOf(load_time_ + found_.duration, load_time_ + kShortShare, load_time_,
                                judges_mutants(), found_.tests.size());
    EndBy(deadline_.Within(reserve), latest_);
  }
  watch_.Lap("searched");
  tools_.log.Say(base::Topic::kStats, "{}: {}", task_.module.name, search::DescribeEffort(found_));
  if (!found_.tests.empty()) return true;
  outcome_.reason = found_.executed_tests == 0 && until.Expired()
                        ? model::Reason{ReasonCode::kNoBudgetLeft, "no time was left to search"}
                        : model::Reason{ReasonCode::kNothingCovered, ""};
  return false;
}

void CampaignPasses::EndBy(const base::Deadline& end, const base::Deadline& last) {
  deadline_ = end;
  const Duration left = deadline_.Remaining();
  const Duration had = load_time_ + found_.duration + left;
  finish_ = last.Within(left + had / 2);
  reserves_ = Reserves(had, load_time_, judges_mutants());
}

bool CampaignPasses::FindsMore() {
  outcome_.found = GoalsFound(found_.tests, outcome_.covered, task_.found_before);
  if (!BringsNothing() || !StillPasses()) return true;
  outcome_.reason = {ReasonCode::kNoGain, ""};
  return false;
}

void CampaignPasses::Minimise() {
  executor_->Retire({});  // from here on every goal counts
  tests_ = search::Minimise(subject(), *executor_, found_.tests,
                            deadline_.Less(reserves_.AfterMinimising(found_.tests.size())));
  const base::Deadline observing = deadline_.Less(reserves_.AfterMinimising(tests_.size()));
  troubles_ = search::ConfirmTroubles(subject(), *executor_, found_.suspects, HalfOf(observing));
  watch_.Lap("minimised");
}

model::LoadedSubject CampaignPasses::LoadObserver(model::LoadOptions options) const {
  options.seed_files = load_options_.seed_files;
  options.passed_types = load_options_.passed_types;
  return tools_.loader.Load(task_.module, options, finish_);
}

bool CampaignPasses::MakeSuite() {
  maker_.emplace(
      subject(), *executor_,
      [this](const model::LoadOptions& options) { return LoadObserver(options); }, oracle(),
      tools_.log);
  const std::size_t count = tests_.size();
  const bool can_judge = reserves_.SufficeForMutants(count, deadline_.Remaining());
  if (auto failure = maker_->LoadObservers(tools_.options.seed, can_judge)) {
    outcome_.reason = std::move(*failure);
    return false;
  }
  maker_->Build(tests_, troubles_,
                finish_.Less(std::max(reserves_.AfterObserving(count) / 2,
                                      reserves_.VerifyingInPart(count))));
  watch_.Lap("observed");
  maker_->Judge(deadline_.Less(reserves_.AfterJudging(count)));
  watch_.Lap("judged");
  const base::Deadline verifying = deadline_.Less(reserves_.Verifying(count));
  maker_->MakePlain(plain_, HalfOf(verifying), verifying);
  watch_.Lap("made plain");
  const bool was_extended = outcome_.seeds.replayed > 0;
  if (oracle().extend) maker_->Extend(tools_.options.search, was_extended, rng_, verifying);
  watch_.Lap("extended");
  maker_->Select();
  made_ = maker_->TakeSuite();
  return true;
}

bool CampaignPasses::Verify() {
  place_ = tools_.files.PlaceFor(task_.module, render::FileKindOf(tools_.options.render.style));
  findings_ = tools_.files.PlaceFor(task_.module, render::FileKind::kFindings);
  const SuiteWriter writer =
      WriterFor(tools_, subject(), place_.file, findings_.file, task_.fingerprint);
  oracle::VerificationOptions options;
  options.shuffle_seed = tools_.options.seed;
  options.measured = task_.module.path;
  verified_ = oracle::Verify(
      made_, [&](const model::Suite& suite) { return writer.WriteForVerification(suite); },
      tools_.pytest, finish_, options);
  watch_.Lap("verified");
  tools_.log.Say(base::Topic::kStats, "{}: {}", task_.module.name, watch_.Describe());
  for (const auto& dropped : verified_.dropped) {
    tools_.log.Say(base::Topic::kExplain, "{}: {}", task_.module.name, oracle::Describe(dropped));
  }
  if (std::string dropped = DescribeDropped(maker_->built(), verified_); !dropped.empty()) {
    outcome_.notes.push_back({ReasonCode::kTestsDropped, std::move(dropped)});
  }
  if (verified_.in_part) outcome_.notes.push_back({ReasonCode::kVerifiedInPart, ""});
  // For want of time: another campaign may keep what this one could not.
  if (verified_.in_part || maker_->built().unobserved > 0) outcome_.found.clear();
  if (!verified_.suite.empty()) return true;
  outcome_.reason = verified_.reason.code != ReasonCode::kNone
                        ? verified_.reason
                        : model::Reason{ReasonCode::kNothingStable, ""};
  // Nothing is written that pytest has not seen, but the next run need not find it again.
  if (outcome_.reason.code == ReasonCode::kNoBudgetLeft && !tools_.files.Exists(place_.file)) {
    outcome_.suite_json = render::SuiteToJson(subject(), made_);
  }
  return false;
}

void CampaignPasses::Keep() {
  SetCoverage(subject(), verified_.suite, outcome_);
  std::vector<model::JudgedMutant> judged = maker_->JudgedBy(made_, verified_.suite, finish_);
  const SuiteWorth worth{outcome_.covered, CountFate(judged, model::MutantFate::kKilled),
                         CountStatements(verified_.suite)};
  if (IsNoBetter(worth) && StillPasses()) {
    outcome_.reason = {ReasonCode::kNoGain, ""};
    return;
  }
  outcome_.mutants = std::move(judged);
  outcome_.tests = std::move(verified_.tests);
  outcome_.lines = std::move(verified_.lines);
  outcome_.suite = std::move(verified_.suite);
  outcome_.file = place_.file;
  outcome_.findings_file = findings_.file;
  for (const TestFiles::Place& kept : {place_, findings_}) {
    if (kept.kept_edited) {
      outcome_.notes.push_back({ReasonCode::kEditedFileKept, *kept.kept_edited});
    }
  }
  result_.subject = std::move(loaded_.subject);
  try {
    WriteResult(tools_, result_);
  } catch (const base::Error& error) {
    outcome_.reason = {ReasonCode::kOutputNotWritten, error.what()};
    outcome_.file.clear();
    outcome_.findings_file.clear();
  }
}

bool CampaignPasses::BringsNothing() const {
  const bool same_code =
      task_.change == model::Change::kUnchanged || task_.change == model::Change::kAffected;
  if (!same_code || task_.was_cut_short || task_.covered_before.size() != outcome_.covered.size() ||
      tools_.options.search.max_generations > 0 || outcome_.seeds.dropped > 0 ||
      !outcome_.behaviour_changes.empty() || !tools_.files.Exists(file_)) {
    return false;
  }
  const bool has_found = task_.found_before.size() == outcome_.covered.size();
  const std::vector<bool>& known = has_found ? task_.found_before : task_.covered_before;
  return std::ranges::all_of(found_.tests, [&](const search::ArchivedTest& test) {
    return std::ranges::all_of(test.goals, [&](model::GoalIndex goal) { return known[goal]; });
  });
}

// Only a suite for this very version of the module can be as good.
bool CampaignPasses::IsNoBetter(const SuiteWorth& now) const {
  if (task_.covered_before.empty() || !tools_.files.Exists(file_)) return false;
  SuiteWorth before{task_.covered_before, task_.killed_before, 0};
  if (task_.archived_fingerprint == task_.fingerprint) {
    before.statements =
        CountStatements(render::SuiteFromJson(task_.archived_suite, subject()).suite);
  }
  return !IsBetter(now, before);
}

bool CampaignPasses::StillPasses() const {
  if (passed_) return true;
  const model::PytestResult result = tools_.pytest.RunInPlace({file_}, finish_);
  using Outcome = model::PytestResult::Outcome;
  return result.completed && std::ranges::none_of(result.tests, [](const auto& test) {
           return test.outcome == Outcome::kFailed || test.outcome == Outcome::kError;
         });
}

}  // namespace skua::campaign
