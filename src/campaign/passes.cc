#include "campaign/passes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <set>
#include <string>
#include <utility>

#include "base/error.h"
#include "campaign/files/carry_over.h"
#include "campaign/goal_coverage.h"
#include "campaign/guards.h"
#include "campaign/pacing/search_pacer.h"
#include "campaign/pacing/share_pacer.h"
#include "campaign/standing/existing_coverage.h"
#include "campaign/suite/part_of_suite.h"
#include "campaign/write_result.h"
#include "oracle/findings/evidence.h"
#include "oracle/verification/verification.h"
#include "render/file/suite_json.h"
#include "search/evaluation/displaced_accidents.h"
#include "search/evaluation/performance.h"
#include "search/goals/criteria.h"
#include "search/polish/minimiser.h"
#include "search/polish/polish_for_goals.h"

namespace skua::campaign {

using base::Duration;
using model::ReasonCode;
using namespace std::chrono_literals;

CampaignPasses::CampaignPasses(const CampaignTools& tools, const CampaignTask& task,
                               const base::Deadline& deadline, const base::Deadline& latest,
                               CampaignResult& result)
    : context_{tools, task, result,
               CampaignTime(deadline, latest, tools.options.oracle.mutants > 0,
                            tools.options.time)},
      tools_(tools),
      task_(task),
      outcome_(result.outcome),
      time_(context_.time),
      standing_(context_),
      // Each module has random numbers of its own, so that the order of campaigns does not matter.
      rng_(tools.options.seed, task.module.name) {}

void CampaignPasses::Run() {
  RunPasses();
  // A file that was not written again covers as much as before.
  const bool is_left = standing_.any() && outcome_.written.file.empty();
  const bool is_known = task_.covered_before.size() == outcome_.goals.covered.size();
  if (is_left && !is_known && outcome_.goals.count > 0 && tools_.files.Exists(standing_.file())) {
    outcome_.written.file = standing_.file();
  }
}

void CampaignPasses::RunPasses() {
  if (!Load()) return;
  standing_.Read();
  if (!standing_.LookBack()) return;
  CollectSeeds();
  standing_.Measure();
  if (!Search() || !FindsMore()) return;
  Minimise();
  if (MakeSuite() && Verify()) Keep();
}

bool CampaignPasses::Load() {
  const ExistingCoverage existing =
      AskExistingTests(task_.existing_tests, tools_.loader, time_.deadline(), time_.latest(),
                       outcome_, policy().existing_tests);
  // The tests run once for many campaigns, so this campaign is not charged with the time.
  if (!outcome_.existing_tests.json.empty()) time_.BeginAnew();
  if (!task_.existing_tests.files.empty()) time_.watch().Lap("ran existing tests");
  time_.BeginToLoad();

  context_.load_options.seed_files = task_.seed_files;
  context_.load_options.importers = task_.importers;
  context_.load_options.passed_types = existing.types();
  context_.load_options.executed_tests = &tools_.progress.executed_tests;
  context_.load_options.cores = &tools_.progress.cores;
  if (task_.pair) {
    context_.load_options.callee = task_.pair->callee;
    context_.load_options.parts = task_.pair->parts;
  }
  context_.load_options.seen_calls = task_.seen_calls;
  context_.loaded =
      tools_.loader.Load(context_.loaded_module(), context_.load_options, time_.ToLoad());
  outcome_.notes = context_.loaded.notes;
  if (context_.loaded.failure) {
    outcome_.reason = *context_.loaded.failure;
    return false;
  }
  if (task_.pair && subject().coupled_branches.empty()) {
    outcome_.reason = {ReasonCode::kNothingCoupled, ""};
    return false;
  }
  if (subject().coupled_in_all > subject().coupled_branches.size()) {
    outcome_.notes.push_back(
        {ReasonCode::kCoupledInPart,
         fmt::format("{} of {}", subject().coupled_branches.size(), subject().coupled_in_all)});
  }
  search::AddCriteria(tools_.options.search.criteria,
                      task_.changed_lines ? &*task_.changed_lines : nullptr,
                      context_.loaded.subject);
  SetCoverage(subject(), {}, outcome_);
  LeaveForLast(existing.Covered(subject(), model::GoalsOf(subject())));
  if (!existing.part().empty()) {
    // A part of the tests does not tell what all of them cover.
    outcome_.goals.covered_by_existing.clear();
    tools_.log.Say(base::Topic::kExplain, "{}: hand-written tests were run in part: {}",
                   task_.module.name, existing.part());
  }
  time_.Loaded(context_.loaded.import_time, context_.loaded.waited,
               context_.loaded.asked_worlds > 0);
  time_.KeepBackForReports(outcome_.goals.count);
  time_.PytestTakes(tools_.pytest.TimeOfRun());
  tools_.log.Say(
      base::Topic::kStats,
      "{}: loaded in {} ms, {} of them for the import, {} waiting, {} goals, {} callables, "
      "{} seeds; pytest takes {} ms",
      task_.module.name, time_.load_time().whole / 1ms, time_.load_time().importing / 1ms,
      time_.load_time().waited / 1ms, outcome_.goals.count, subject().callables.size(),
      context_.loaded.seeds.size(), time_.load_time().pytest / 1ms);
  return true;
}

void CampaignPasses::LeaveForLast(std::vector<bool> covered_by_existing) {
  later_ = GoalsForLater(covered_by_existing);
  std::vector<model::GoalIndex> beside = search::GoalsBesideChanges(subject());
  std::vector<model::GoalIndex> all;
  std::ranges::set_union(later_, beside, std::back_inserter(all));
  later_ = std::move(all);
  if (!covered_by_existing.empty()) covered_by_existing.resize(outcome_.goals.covered.size());
  outcome_.goals.covered_by_existing = std::move(covered_by_existing);
}

void CampaignPasses::CollectSeeds() {
  // A repeatable run must not depend on files of an earlier run.
  if (tools_.options.search.max_generations == 0) {
    std::vector<std::string> suites = tools_.files.SuitesOf(task_.module);
    if (!task_.archived_suite.empty()) suites.insert(suites.begin(), task_.archived_suite);
    if (!task_.guards.empty()) suites.push_back(task_.guards);
    CarriedOver carried = CarryOver(suites, subject());
    seeds_ = std::move(carried.seeds);
    plain_ = std::move(carried.plain);
    if (!task_.archived_suite.empty()) statements_before_ = carried.statements;
    outcome_.seeds.replayed = carried.count.replayed;
    outcome_.seeds.dropped = std::max(outcome_.seeds.dropped, carried.count.dropped);
  }
  if (outcome_.seeds.dropped > 0) {
    outcome_.notes.push_back({ReasonCode::kSeedsDropped, std::to_string(outcome_.seeds.dropped)});
  }
  for (const model::GeneratedTest& test : standing_.suite()) {
    const bool is_new = IsKnown(test) && std::ranges::find(seeds_, test.test) == seeds_.end();
    if (is_new) seeds_.push_back(test.test);
  }
  if (tools_.options.search.seeds) {
    std::ranges::move(context_.loaded.seeds, std::back_inserter(seeds_));
  }
}

bool CampaignPasses::Search() {
  const std::vector<model::TestCase> pool = ObjectsOf(task_.pool_suites, subject());
  if (!pool.empty()) {
    tools_.log.Say(base::Topic::kStats, "{}: {} objects from tests of what it imports",
                   task_.module.name, pool.size());
  }
  std::optional<SearchPacer> pacer;
  if (task_.pacing != nullptr) {
    pacer.emplace(*task_.pacing, time_.load_time(), judges_mutants(), policy());
  }
  std::optional<SharePacer> share;
  if (!pacer && !time_.deadline().unlimited()) {
    share.emplace(time_, outcome_.goals.count, task_.patience);
  }
  search::Pacer* paced = nullptr;
  if (pacer) paced = &*pacer;
  if (share) paced = &*share;
  const base::Deadline& until = pacer ? pacer->until() : share ? share->until() : time_.deadline();
  search::SearchOptions options = tools_.options.search;
  if (task_.pair) options.algorithm = options.pair_algorithm;
  found_ = search::Search(subject(), executor(), options, seeds_, rng_, until, paced, pool, later_,
                          standing_.goals());
  outcome_.search.executed_tests = found_.executed_tests;
  outcome_.search.last_gain = found_.last_gain;
  outcome_.search.discovery = found_.discovery;
  outcome_.search.execution_time = found_.execution_time;
  outcome_.search.time = found_.duration;
  if (pacer) {
    time_.watch().LeaveOut(task_.pacing->asleep());
    const Pacing::End end = pacer->EndOfSearch(found_, standing_.suite().size());
    EndBy(end.deadline, end.latest);
    if (!end.others_wait) time_.MayTakeUntil(end.latest);
  } else if (share) {
    EndBy(time_.deadline(), time_.latest());  // the rest of the share is for the tests found
  }
  time_.watch().Lap("searched");
  time_.PytestTakes(tools_.pytest.TimeOfRun());
  tools_.log.Say(base::Topic::kStats, "{}: {}", task_.module.name, search::DescribeEffort(found_));
  const bool had_no_time = found_.executed_tests == 0 && until.Expired();
  const bool can_go_on = !standing_.suite().empty() && !had_no_time;
  if (!found_.tests.empty() || can_go_on) return true;
  outcome_.reason = WhyNothingWasFound(had_no_time, until.Expired());
  return false;
}

model::Reason CampaignPasses::WhyNothingWasFound(bool had_no_time, bool time_is_up) const {
  if (had_no_time) return {ReasonCode::kNoBudgetLeft, "no time was left to search"};
  const bool any_hung = std::ranges::any_of(found_.suspects, [](const auto& suspect) {
    return suspect.verdict == model::Verdict::kTimedOut;
  });
  if (time_is_up && any_hung) {
    return {ReasonCode::kNoBudgetLeft, "calls that do not end took the time"};
  }
  if (!standing_.edited().empty() && !standing_.goals().empty()) {
    return {ReasonCode::kNoGain,
            fmt::format("{} covers what was found", fmt::join(standing_.edited(), ", "))};
  }
  return {ReasonCode::kNothingCovered, ""};
}

void CampaignPasses::EndBy(const base::Deadline& end, const base::Deadline& last) {
  // A file that was not seen to pass on the new code is mended first, even if other campaigns wait.
  const bool mends =
      standing_.any() && task_.change == model::Change::kModified && !standing_.was_seen_to_pass();
  time_.SearchEnded(found_.duration, end, last, mends);
}

bool CampaignPasses::FindsMore() {
  outcome_.goals.found = GoalsFound(found_.tests, outcome_.goals.covered, task_.found_before);
  if (!BringsNothing() || !standing_.StillPasses()) return true;
  outcome_.reason = {ReasonCode::kNoGain, ""};
  return false;
}

void CampaignPasses::Minimise() {
  const std::size_t standing = standing_.suite().size();
  const Reserves& reserves = time_.reserves();
  executor().Retire({});  // from now on every goal counts
  // Importing pytest takes it longer than small suites, and on a busy machine longer than is left.
  tools_.pytest.StartAhead(oracle::VerificationOptions{}.hash_seeds);
  const SuiteSize found{found_.tests.size() + standing, found_.tests_time};
  search::MinimiserOptions options;
  options.preference = search::PreferenceOf(tools_.options.search);
  options.shrink = tools_.options.search.minimize;
  options.confirm_by = time_.finish().Less(reserves.AfterMinimising(found));
  // Mutants are noticed by arguments that no goal needs.
  options.leave_out_arguments = !reserves.SufficeForMutants(found, time_.deadline().Remaining());
  std::vector<search::ArchivedTest> others = found_.tests;
  tests_ =
      TakeMostWorth(others, reserves.WorthMinimising(others.size(), time_.finish().Remaining()));
  tests_ = search::Minimise(subject(), executor(), std::move(tests_),
                            time_.deadline().Less(reserves.AfterMinimising(found)), options);
  std::ranges::move(others, std::back_inserter(tests_));  // they are observed last
  const base::Deadline observing = time_.deadline().Less(
      reserves.AfterMinimising({tests_.size() + standing, found_.tests_time}));
  // Goals are asked about in no time, and mutants need processes. So tests are polished for their
  // goals first, and as they were they come back only where they kill more.
  before_plain_ = tests_;
  if (tools_.options.search.minimize) {
    tests_ = search::PolishForGoals(subject(), executor(), std::move(tests_), plain_,
                                    PartOf(observing, policy().campaign.making_plain));
  }
  std::erase_if(found_.suspects, [&](const search::Suspect& it) { return !MayBeFinding(it); });
  troubles_ = search::ConfirmTroubles(subject(), executor(), found_.suspects,
                                      PartOf(observing, policy().campaign.confirming_troubles));
  if (tools_.options.oracle.findings != model::OracleOptions::Findings::kNone) {
    accidents_ =
        search::SlicedAccidents(subject(), executor(), found_.displaced_accidents, observing);
  }
  time_.watch().Lap("minimised");
}

// Returns whether the suspect is worth confirming, which may take its time limit several times.
bool CampaignPasses::MayBeFinding(const search::Suspect& suspect) const {
  using Findings = model::OracleOptions::Findings;
  const Findings findings = tools_.options.oracle.findings;
  if (findings != Findings::kRanked) return findings == Findings::kAll;
  return !suspect.is_cut ||
         oracle::HasEvidence(oracle::RankOfTrouble(suspect.test, subject(), suspect.verdict));
}

// A goal of which observing dropped the test gets the second test that the search has for it.
void CampaignPasses::AddSecondTests(const base::Deadline& deadline) {
  if (deadline.Expired()) return;
  std::vector<search::ArchivedTest> seconds = maker_->SecondsFor(tests_, found_.seconds, deadline);
  if (seconds.empty()) return;
  const search::MinimiserOptions options{.preference = search::PreferenceOf(tools_.options.search),
                                         .shrink = tools_.options.search.minimize};
  seconds = search::Minimise(subject(), executor(), std::move(seconds), deadline, options);
  maker_->AddSeconds(seconds, deadline);
}

bool CampaignPasses::MakeSuite() {
  model::Suite standing = KnownOf(standing_.suite());
  const Reserves& reserves = time_.reserves();
  maker_.emplace(
      subject(), executor(),
      [this](const model::LoadOptions& options) { return context_.LoadObserver(options); },
      oracle(), context_.team, tools_.log);
  const SuiteSize suite{tests_.size() + standing.size(), found_.tests_time};
  const bool can_judge = reserves.SufficeForMutants(suite, time_.deadline().Remaining());
  if (auto failure = maker_->LoadObservers(tools_.options.seed, can_judge)) {
    return EndUnobserved(std::move(*failure));
  }
  maker_->Build(tests_, accidents_, troubles_,
                time_.finish().Less(reserves.LeftByObserving(suite, time_.finish().Remaining())));
  time_.ObservingEachTook(maker_->built().observing_each);
  const Duration observing = time_.watch().Lap("observed");
  if (maker_->built().unobserved == 0) {
    time_.ObservingTook(tests_.size() + accidents_.size(), observing);
  }
  const base::Deadline judging = time_.deadline().Less(reserves.AfterJudging(suite));
  AddSecondTests(judging);
  if (!standing.empty()) maker_->Stand(std::move(standing));
  const base::Deadline verifying = time_.deadline().Less(reserves.Verifying(suite));
  if (tools_.options.search.minimize) {
    maker_->PolishCalls(PartOf(verifying, policy().campaign.passing_plain_first));
  }
  maker_->Judge(judging);
  time_.watch().Lap("judged");
  if (maker_->judges_mutants() && tools_.options.search.minimize) {
    maker_->AddForMutants(before_plain_, tests_,
                          PartOf(verifying, policy().campaign.adding_for_mutants));
    maker_->PolishCalls(PartOf(verifying, policy().campaign.passing_plain));
    time_.watch().Lap("added what kills more");
  }
  if (tools_.options.search.minimize) {
    maker_->Polish(plain_, PartOf(verifying, policy().campaign.trying_plain), verifying);
    time_.watch().Lap("made plain");
  }
  const bool was_extended =
      outcome_.seeds.replayed > 0 && task_.archived_fingerprint == task_.fingerprint;
  // The kills of tests of which only the text is known are unknown.
  const bool judges_all =
      standing_.edited().empty() && std::ranges::all_of(standing_.suite(), [](const auto& test) {
        return IsKnown(test) || test.is_open_change;
      });
  if (oracle().extend && judges_all && !task_.pair) {
    maker_->Extend(tools_.options.search, was_extended, rng_,
                   PartOf(verifying, policy().campaign.extending));
  }
  time_.watch().Lap("extended");
  if (tools_.options.search.minimize) {
    maker_->PolishCalls(PartOf(verifying, policy().campaign.passing_plain));
    maker_->Polish({}, PartOf(verifying, policy().campaign.trying_plain), verifying);
    time_.watch().Lap("made plain what was added");
  }
  maker_->Select(tools_.options.search.minimize);
  // Renewed tests stay when a person accepts the change, and guard the new behaviour.
  model::Suite renewed = maker_->Renewed(standing_.OfChanges(), verifying);
  made_ = maker_->TakeSuite();
  std::ranges::move(renewed, std::back_inserter(made_));
  std::ranges::move(standing_.Unjudged(), std::back_inserter(made_));
  return true;
}

bool CampaignPasses::LeaveForLater(model::Reason reason) {
  outcome_.reason = std::move(reason);
  outcome_.written.json = render::SuiteToJson(subject(), made_);
  outcome_.goals.found.clear();
  return false;
}

bool CampaignPasses::EndUnobserved(model::Reason reason) {
  const bool may_come =
      reason.code == ReasonCode::kNoBudgetLeft || reason.code == ReasonCode::kInterrupted;
  model::Suite found = KnownOf(standing_.suite());
  std::ranges::move(standing_.Unjudged(), std::back_inserter(found));
  for (const search::ArchivedTest& test : tests_) {
    model::GeneratedTest& kept = found.emplace_back();
    kept.test = test.test;
    kept.goals = test.goals;
  }
  // A search that ended early may have found less than is archived.
  const std::vector<bool> covered = GoalsFound(tests_, outcome_.goals.covered, {});
  const bool is_enough =
      std::ranges::count(covered, true) >= std::ranges::count(task_.covered_before, true);
  if (may_come && is_enough) {
    made_ = std::move(found);
    return LeaveForLater(std::move(reason));
  }
  outcome_.reason = std::move(reason);
  return false;
}

bool CampaignPasses::Verify() {
  verification_.emplace(context_, standing_, *maker_, made_);
  const bool keeps = verification_->Run();
  if (verification_->is_for_later()) return LeaveForLater(outcome_.reason);
  KeepGuards(verification_->guards(), context_);
  return keeps;
}

void CampaignPasses::Keep() {
  oracle::VerifiedSuite& verified = verification_->verified();
  SetCoverage(subject(), verified.suite, outcome_);
  std::vector<model::JudgedMutant> judged = MutantsToTell();
  const SuiteWorth worth{outcome_.goals.covered, CountFate(judged, model::MutantFate::kKilled),
                         CountStatements(verified.suite)};
  // Tests of the tree are all there still, apart from those that fail.
  const bool is_in_vain = standing_.any() ? verification_->IsWrittenAlready()
                                          : IsNoBetter(worth) && standing_.StillPasses();
  if (is_in_vain) {
    outcome_.reason = {ReasonCode::kNoGain, ""};
    return;
  }
  outcome_.mutants = std::move(judged);
  outcome_.written.tests = std::move(verified.tests);
  outcome_.lines.hits = std::move(verified.lines);
  outcome_.written.suite = std::move(verified.suite);
  outcome_.written.file = standing_.place().file;
  outcome_.written.findings_file = standing_.findings().file;
  for (const TestFiles::Place& kept : {standing_.place(), standing_.findings()}) {
    if (kept.kept_edited) {
      outcome_.notes.push_back({ReasonCode::kEditedFileKept, *kept.kept_edited});
    }
  }
  CampaignResult& result = context_.result;
  result.subject = std::move(context_.loaded.subject);
  result.standing = standing_.TakeFiles();
  try {
    WriteResult(tools_, result);
  } catch (const base::Error& error) {
    outcome_.reason = {ReasonCode::kOutputNotWritten, error.what()};
    outcome_.written.file.clear();
    outcome_.written.findings_file.clear();
  }
}

std::vector<model::JudgedMutant> CampaignPasses::MutantsToTell() {
  std::vector<model::JudgedMutant> judged = verification_->JudgedMutants();
  const auto count = [](const std::vector<model::JudgedMutant>& mutants) {
    return mutants.size() - CountFate(mutants, model::MutantFate::kNotRun);
  };
  if (!standing_.only_archived() || count(task_.judged_before) <= count(judged)) return judged;
  std::set<std::string> left;
  for (const auto& test : verification_->verified().tests) left.insert(test.name);
  judged = task_.judged_before;
  ForgetKillers([&](const std::string& test) { return !left.contains(test); }, judged);
  return judged;
}

bool CampaignPasses::BringsNothing() const {
  const bool same_code =
      task_.change == model::Change::kUnchanged || task_.change == model::Change::kAffected;
  if (!same_code || task_.was_cut_short ||
      task_.covered_before.size() != outcome_.goals.covered.size() ||
      tools_.options.search.max_generations > 0 || outcome_.seeds.dropped > 0 ||
      standing_.HasFreshChanges() || !tools_.files.Exists(standing_.file())) {
    return false;
  }
  if (standing_.any() && standing_.gone() > 0) return false;
  const bool has_found = task_.found_before.size() == outcome_.goals.covered.size();
  const std::vector<bool>& known = has_found ? task_.found_before : task_.covered_before;
  return std::ranges::all_of(found_.tests, [&](const search::ArchivedTest& test) {
    return std::ranges::all_of(test.goals, [&](model::GoalIndex goal) {
      return goal < known.size() && known[goal];  // those of other criteria are not remembered
    });
  });
}

// Returns whether the suite of the last campaign, if it is still in its file, is at least as good
// as the new one. Counts statements only if that campaign had the same version of the module.
bool CampaignPasses::IsNoBetter(const SuiteWorth& now) const {
  if (task_.covered_before.empty() || !tools_.files.Exists(standing_.file())) return false;
  SuiteWorth before{task_.covered_before, task_.killed_before, 0};
  const bool statements_decide = now.covered == before.covered && now.killed == before.killed &&
                                 task_.archived_fingerprint == task_.fingerprint;
  if (statements_decide) before.statements = StatementsBefore();
  return !IsBetter(now, before);
}

// Counts the archived suite; reads it only where its tests did not become seeds.
std::size_t CampaignPasses::StatementsBefore() const {
  if (statements_before_) return *statements_before_;
  return CountStatements(render::SuiteFromJson(task_.archived_suite, subject()).suite);
}

}  // namespace skua::campaign
