#include "campaign/passes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <iterator>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "campaign/carry_over.h"
#include "campaign/existing_coverage.h"
#include "campaign/goal_coverage.h"
#include "campaign/part_of_suite.h"
#include "campaign/patient_pacer.h"
#include "campaign/search_pacer.h"
#include "campaign/secret_tests.h"
#include "campaign/suite_time.h"
#include "campaign/write_result.h"
#include "render/style.h"
#include "render/suite_json.h"
#include "search/evaluation/displaced_accidents.h"
#include "search/evaluation/performance.h"
#include "search/goals/criteria.h"
#include "search/shrinking/minimiser.h"

namespace skua::campaign {
namespace {

using base::Duration;
using model::ReasonCode;
using namespace std::chrono_literals;

// That part of the time until the deadline.
base::Deadline PartOf(const base::Deadline& deadline, double part) {
  return deadline.unlimited() ? deadline
                              : deadline.Within(model::Scaled(deadline.Remaining(), part));
}

// `without_expectation`: tests that assert nothing, those among them that were not observed.
std::string DescribeDropped(const oracle::BuiltSuite& built, std::size_t without_expectation,
                            std::size_t gone, const oracle::VerifiedSuite& verified) {
  std::vector<std::string> parts;
  const auto add = [&parts](std::size_t count, std::string_view what) {
    if (count > 0) parts.push_back(fmt::format("{} {}", count, what));
  };
  add(built.dropped.flaky, "ended differently in another process");
  add(built.dropped.unfinished, "did not finish");
  add(built.dropped.reaching_out,
      "wrote files, started processes, used the network, waited or left a failing finalizer");
  const std::size_t unobserved = std::min(built.unobserved, without_expectation);
  add(without_expectation - unobserved, "had nothing to assert");
  add(unobserved, "were not observed for want of time");
  add(gone, "of the file no longer hold");
  if (std::string verifying = oracle::CountByCause(verified.dropped); !verifying.empty()) {
    parts.push_back(std::move(verifying));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

// A new test that cannot fail says nothing, and is not written.
model::Suite WithExpectations(model::Suite suite) {
  std::erase_if(suite, [](const model::GeneratedTest& test) {
    const bool is_new = test.name.empty();
    return is_new && test.assertions.empty() && !test.exception && !test.is_finding;
  });
  return suite;
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
      reserves_({}, {}, judges_mutants(), time().reserves),
      watch_(deadline.clock()),
      team_(&tools.progress.cores),
      // Each module has random numbers of its own, so that the order of campaigns does not matter.
      rng_(tools.options.seed, task.module.name) {}

void CampaignPasses::Run() {
  RunPasses();
  // A file that was left as it was still covers what it covers.
  const bool is_left = standing_.any() && outcome_.written.file.empty();
  const bool is_known = task_.covered_before.size() == outcome_.goals.covered.size();
  if (is_left && !is_known && outcome_.goals.count > 0 && tools_.files.Exists(file_)) {
    outcome_.written.file = file_;
  }
}

void CampaignPasses::RunPasses() {
  if (!Load()) return;
  ReadStanding();
  if (!LookBack()) return;
  CollectSeeds();
  MeasureStanding();
  if (!Search() || !FindsMore()) return;
  Minimise();
  if (MakeSuite() && Verify()) Keep();
}

bool CampaignPasses::Load() {
  Duration share = deadline_.Remaining();
  // Passes whose result must not be lost may take so much longer.
  const auto with_overrun = [this](Duration planned) {
    return planned + model::Scaled(planned, time().reserves.overrun);
  };
  const ExistingCoverage existing = AskExistingTests(task_.existing_tests, tools_.loader, deadline_,
                                                     latest_, outcome_, time().existing_tests);
  // The tests run once for many campaigns, so this campaign is not charged with the time.
  if (!deadline_.unlimited() && !outcome_.existing_tests.json.empty()) {
    deadline_ = latest_.Within(share);
  }
  if (!task_.existing_tests.files.empty()) watch_.Lap("ran existing tests");
  if (!deadline_.unlimited()) finish_ = latest_.Within(with_overrun(share));

  load_options_.seed_files = task_.seed_files;
  load_options_.passed_types = existing.types();
  load_options_.executed_tests = &tools_.progress.executed_tests;
  load_options_.cores = &tools_.progress.cores;
  if (task_.pair) {
    load_options_.callee = task_.pair->callee;
    load_options_.parts = task_.pair->parts;
  }
  load_options_.seen_calls = task_.seen_calls;
  loaded_ = tools_.loader.Load(loaded_module(), load_options_,
                               deadline_.unlimited()
                                   ? deadline_
                                   : latest_.Within(std::max(share, time().campaign.long_load)));
  outcome_.notes = loaded_.notes;
  if (loaded_.failure) {
    outcome_.reason = *loaded_.failure;
    return false;
  }
  if (task_.pair && subject().coupled_branches.empty()) {
    outcome_.reason = {ReasonCode::kNothingCoupled, ""};
    return false;
  }
  search::AddCriteria(tools_.options.search.criteria,
                      task_.changed_lines ? &*task_.changed_lines : nullptr, loaded_.subject);
  SetCoverage(subject(), {}, outcome_);
  LeaveForLast(existing.Covered(subject(), model::GoalsOf(subject())));
  load_time_ = watch_.Lap("loaded");
  const Duration least = time().campaign.loads_in_share * load_time_;
  if (!deadline_.unlimited() && share < least) {
    share = std::min(least, load_time_ + latest_.Remaining());
    deadline_ = latest_.Within(share - load_time_);
    finish_ = latest_.Within(with_overrun(share) - load_time_);
  }
  reserves_ = Reserves(share, load_time_, judges_mutants(), time().reserves);
  tools_.log.Say(base::Topic::kStats, "{}: loaded in {} ms, {} goals, {} callables, {} seeds",
                 task_.module.name, load_time_ / 1ms, outcome_.goals.count,
                 subject().callables.size(), loaded_.seeds.size());
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

void CampaignPasses::ReadStanding() {
  if (tools_.options.render.style == render::Style::kJson) return;
  place_ = tools_.files.PlaceFor(task_.module, render::FileKind::kTests);
  findings_ = tools_.files.PlaceFor(task_.module, render::FileKind::kFindings);
  // A repeatable run must not depend on files of an earlier run, but on what nobody has decided
  // about.
  if (tools_.options.search.max_generations > 0) {
    standing_.files = MarkedFiles(TextInStyle(place_.file));
    return;
  }
  edited_.clear();
  for (const auto kind : {render::FileKind::kTests, render::FileKind::kFindings}) {
    for (std::string& file : tools_.files.FilesOf(task_.module, kind)) {
      if (!tools_.files.HeaderOf(file)->unedited) edited_.push_back(std::move(file));
    }
  }
  standing_ = FindStanding(TextInStyle(place_.file), TextInStyle(findings_.file),
                           task_.earlier_suites, subject());
  if (standing_.has_unknown()) AskUnknown();
  const SuiteWriter writer =
      WriterFor(tools_, subject(), place_.file, findings_.file, task_.fingerprint, standing_.files);
  for (const model::GeneratedTest& test : TakeSecretTests(writer, tools_.files, standing_.suite)) {
    standing_.gone.push_back({test.name, "it holds a secret"});
  }
}

std::string CampaignPasses::TextInStyle(const std::string& file) const {
  std::string text = tools_.files.TextOf(file);
  const auto standing = render::StandingFile::Read(text);
  const bool wants_unittest = tools_.options.render.style == render::Style::kUnittest;
  return standing && standing->is_unittest() == wants_unittest ? text : std::string();
}

void CampaignPasses::AskUnknown() {
  for (const bool of_findings : {false, true}) {
    const auto& unknown = of_findings ? standing_.unknown_findings : standing_.unknown_tests;
    if (unknown.empty()) continue;
    const model::PytestResult result =
        tools_.pytest.RunInPlace({of_findings ? findings_.file : place_.file}, finish_);
    if (result.completed) AddUnknown(result, of_findings, standing_);
  }
}

// Reports what the earlier tests show of a change, and what became of changes that were open.
bool CampaignPasses::LookBack() {
  const OnBehaviourChange policy = tools_.options.on_behaviour_change;
  const SettledChanges settled = task_.settled ? *task_.settled : SettleNow();
  if (settled.text) {
    WriteEarlier(*settled.text);
    ReadStanding();
  }
  for (const std::string& test : settled.misfits) {
    if (standing_.any()) Forget(test, "it names what is gone, or cannot be called so", standing_);
  }
  passed_ = settled.was_run && settled.passed;
  outcome_.seeds.dropped = settled.outdated;
  TellChanges(settled, policy, outcome_);
  if (outcome_.behaviour_changes.empty() || policy != OnBehaviourChange::kFail) return true;
  // The goals would be those of tests that are not written.
  outcome_.goals.count = 0;
  outcome_.goals.covered.clear();
  outcome_.goals.places.clear();
  return false;
}

SettledChanges CampaignPasses::SettleNow() {
  const OnBehaviourChange policy = tools_.options.on_behaviour_change;
  ChangesBefore before{file_, tools_.files.TextOf(file_), task_.fingerprint, task_.open_changes};
  const auto header = tools_.files.HeaderOf(file_);
  const bool has_changed = header && (header->fingerprint != task_.fingerprint ||
                                      task_.change == model::Change::kAffected);
  if (!has_changed) return Settle(before, nullptr, policy, task_.now);
  SettledChanges settled;
  settled.open = task_.open_changes;
  if (finish_.Expired()) return settled;  // nothing was seen
  // Where pytest cannot run a file of which nothing else is known, its marked tests are among what
  // it cannot run.
  const StandingFiles files = standing_.any() ? standing_.files : StandingFiles{};
  const SuiteWriter writer = WriterFor(tools_, subject(), file_, file_, task_.fingerprint, files);
  const model::Suite* stand = files.tests ? &standing_.suite : nullptr;
  const BehaviourReport seen =
      RunEarlierTests({file_, stand, task_.archived_suite}, subject(), writer, tools_.files,
                      tools_.pytest, finish_, tools_.log);
  watch_.Lap("looked back");
  if (!seen.text.empty()) before.text = seen.text;
  settled = Settle(before, &seen, policy, task_.now);
  const bool is_replaced = !seen.text.empty() && policy != OnBehaviourChange::kFail;
  if (is_replaced && !settled.text && header->unedited) settled.text = seen.text;
  return settled;
}

// Writes the file of earlier tests; an empty text: it goes.
void CampaignPasses::WriteEarlier(const std::string& text) {
  if (text.empty()) {
    tools_.files.Remove(file_);
  } else if (!tools_.files.HoldsSecret(text)) {  // the text of a mark tells what a call gives now
    tools_.files.Write(file_, text);
  }
}

void CampaignPasses::CollectSeeds() {
  // A repeatable run must not depend on files of an earlier run.
  if (tools_.options.search.max_generations == 0) {
    std::vector<std::string> suites = tools_.files.SuitesOf(task_.module);
    if (!task_.archived_suite.empty()) suites.insert(suites.begin(), task_.archived_suite);
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
  for (const model::GeneratedTest& test : standing_.suite) {
    const bool is_new = IsKnown(test) && std::ranges::find(seeds_, test.test) == seeds_.end();
    if (is_new) seeds_.push_back(test.test);
  }
  std::ranges::move(loaded_.seeds, std::back_inserter(seeds_));
}

void CampaignPasses::MeasureStanding() {
  std::vector<bool> covered = CoveredByEdited();
  for (model::GoalIndex goal = 0; goal < covered.size(); ++goal) {
    if (covered[goal]) standing_goals_.push_back(goal);
  }
  if (!standing_.any()) return;
  std::vector<std::size_t> places;
  std::vector<model::TestCase> tests;
  for (std::size_t i = 0; i < standing_.suite.size(); ++i) {
    const model::GeneratedTest& test = standing_.suite[i];
    const bool ends =
        test.verdict == model::Verdict::kPassed || test.verdict == model::Verdict::kRaised;
    if (!IsKnown(test) || test.is_open_change || !ends) continue;
    places.push_back(i);
    tests.push_back(test.test);
  }
  std::vector<model::Trace> traces;
  if (!tests.empty()) executor().Execute(tests, model::Isolation::kFresh, finish_, traces);
  const search::GoalSet goals(subject());
  for (std::size_t i = 0; i < tests.size(); ++i) {
    model::GeneratedTest& test = standing_.suite[places[i]];
    const auto expected = test.exception ? model::Verdict::kRaised : model::Verdict::kPassed;
    if (traces[i].verdict == expected) test.goals = goals.CoveredBy(tests[i], traces[i]);
  }
  MeasureUnknown();
  SetCoverage(subject(), standing_.suite, outcome_);
  covered.resize(goals.size());
  for (const model::GeneratedTest& test : standing_.suite) {
    for (const model::GoalIndex goal : test.goals) covered[goal] = true;
  }
  standing_goals_.clear();
  for (model::GoalIndex goal = 0; goal < covered.size(); ++goal) {
    if (covered[goal]) standing_goals_.push_back(goal);
  }
  watch_.Lap("measured what stands");
  tools_.log.Say(base::Topic::kStats, "{}: {} tests stand and cover {} goals, {} do not",
                 task_.module.name, standing_.suite.size(), standing_goals_.size(),
                 standing_.gone.size());
  for (const Standing::Gone& gone : standing_.gone) {
    tools_.log.Say(base::Topic::kExplain, "{}: {} does not stay: {}", task_.module.name, gone.test,
                   gone.why);
  }
}

// Pytest itself shows what tests cover of which there is only the text. It does not show which of
// them does, so the first one is said to.
void CampaignPasses::MeasureUnknown() {
  const auto unknown = std::ranges::find_if(
      standing_.suite, [](const auto& test) { return !IsKnown(test) && !test.is_open_change; });
  // Reports of whole tests do not tell what runs from which call site.
  if (unknown == standing_.suite.end() || finish_.Expired() || task_.pair) return;
  std::vector<std::string> files;
  if (standing_.files.tests) files.push_back(place_.file);
  if (standing_.files.findings) files.push_back(findings_.file);
  const ExistingCoverage shown(tools_.loader.RunExistingTests(
      task_.module, files, PartOf(finish_, time().existing_tests.most)));
  const std::vector<bool> covered = shown.Covered(subject(), model::GoalsOf(subject()));
  for (model::GoalIndex goal = 0; goal < covered.size(); ++goal) {
    if (covered[goal]) unknown->goals.push_back(goal);
  }
}

std::vector<bool> CampaignPasses::CoveredByEdited() {
  if (edited_.empty() || finish_.Expired() || task_.pair) return {};
  const ExistingCoverage shown(tools_.loader.RunExistingTests(
      task_.module, edited_, PartOf(finish_, time().existing_tests.most)));
  watch_.Lap("measured edited tests");
  return shown.Covered(subject(), model::GoalsOf(subject()));
}

bool CampaignPasses::Search() {
  const std::vector<model::TestCase> pool = ObjectsOf(task_.pool_suites, subject());
  if (!pool.empty()) {
    tools_.log.Say(base::Topic::kStats, "{}: {} objects from tests of what it imports",
                   task_.module.name, pool.size());
  }
  std::optional<SearchPacer> pacer;
  if (task_.pacing != nullptr) pacer.emplace(*task_.pacing, load_time_, judges_mutants(), time());
  std::optional<PatientPacer> patience;
  if (!deadline_.unlimited() && task_.patience) patience.emplace(*task_.patience, time().patience);
  search::Pacer* paced = pacer ? &*pacer : nullptr;
  if (paced == nullptr && patience) paced = &*patience;
  const base::Deadline share = deadline_.Less(reserves_.AfterSearch(outcome_.goals.count));
  const base::Deadline& until = pacer ? pacer->until() : share;
  found_ = search::Search(subject(), executor(), tools_.options.search, seeds_, rng_, until, paced,
                          pool, later_, standing_goals_);
  outcome_.search.executed_tests = found_.executed_tests;
  outcome_.search.last_gain = found_.last_gain;
  outcome_.search.discovery = found_.discovery;
  outcome_.search.execution_time = found_.execution_time;
  outcome_.search.time = found_.duration;
  if (pacer) {
    watch_.LeaveOut(task_.pacing->asleep());
    const Pacing::End end = pacer->EndOfSearch(found_, standing_.suite.size());
    EndBy(end.deadline, end.latest);
    if (!end.others_wait) finish_ = end.latest;
  } else if (patience) {
    const Duration reserve = Reserves::AfterSearchOf(
        load_time_ + found_.duration, load_time_ + time().reserves.short_share, load_time_,
        judges_mutants(), found_.tests.size() + standing_.suite.size(), time().reserves);
    EndBy(deadline_.Within(reserve), latest_);
  }
  watch_.Lap("searched");
  tools_.log.Say(base::Topic::kStats, "{}: {}", task_.module.name, search::DescribeEffort(found_));
  const bool had_no_time = found_.executed_tests == 0 && until.Expired();
  const bool can_go_on = !standing_.suite.empty() && !had_no_time;
  if (!found_.tests.empty() || can_go_on) return true;
  const bool any_hung = std::ranges::any_of(found_.suspects, [](const auto& suspect) {
    return suspect.verdict == model::Verdict::kTimedOut;
  });
  if (had_no_time) {
    outcome_.reason = {ReasonCode::kNoBudgetLeft, "no time was left to search"};
  } else if (until.Expired() && any_hung) {
    outcome_.reason = {ReasonCode::kNoBudgetLeft, "calls that do not end took the time"};
  } else if (!edited_.empty() && !standing_goals_.empty()) {
    outcome_.reason = {ReasonCode::kNoGain,
                       fmt::format("{} covers what was found", fmt::join(edited_, ", "))};
  } else {
    outcome_.reason = {ReasonCode::kNothingCovered, ""};
  }
  return false;
}

void CampaignPasses::EndBy(const base::Deadline& end, const base::Deadline& last) {
  deadline_ = end;
  const Duration left = deadline_.Remaining();
  const Duration had = load_time_ + found_.duration + left;
  // A file that was not seen to pass on the new code is mended first, whatever others wait for.
  const bool mends = standing_.any() && task_.change == model::Change::kModified && !passed_;
  finish_ = mends ? last : last.Within(left + model::Scaled(had, time().reserves.overrun));
  reserves_ = Reserves(had, load_time_, judges_mutants(), time().reserves);
}

bool CampaignPasses::FindsMore() {
  outcome_.goals.found = GoalsFound(found_.tests, outcome_.goals.covered, task_.found_before);
  if (!BringsNothing() || !StillPasses()) return true;
  outcome_.reason = {ReasonCode::kNoGain, ""};
  return false;
}

void CampaignPasses::Minimise() {
  const std::size_t standing = standing_.suite.size();
  executor().Retire({});  // from now on every goal counts
  const std::size_t found = found_.tests.size() + standing;
  search::MinimiserOptions options;
  options.preference = search::PreferenceOf(tools_.options.search);
  options.shrink = tools_.options.search.minimize;
  options.confirm_by = finish_.Less(reserves_.AfterMinimising(found));
  // Mutants are noticed by arguments that no goal needs.
  options.leave_out_arguments = !reserves_.SufficeForMutants(found, deadline_.Remaining());
  tests_ = search::Minimise(subject(), executor(), found_.tests,
                            deadline_.Less(reserves_.AfterMinimising(found)), options);
  const base::Deadline observing =
      deadline_.Less(reserves_.AfterMinimising(tests_.size() + standing));
  troubles_ = search::ConfirmTroubles(subject(), executor(), found_.suspects,
                                      PartOf(observing, time().campaign.confirming_troubles));
  if (tools_.options.oracle.findings != model::OracleOptions::Findings::kNone) {
    accidents_ =
        search::SlicedAccidents(subject(), executor(), found_.displaced_accidents, observing);
  }
  watch_.Lap("minimised");
}

model::LoadedSubject CampaignPasses::LoadObserver(model::LoadOptions options) const {
  options.seed_files = load_options_.seed_files;
  options.passed_types = load_options_.passed_types;
  options.callee = load_options_.callee;
  options.parts = load_options_.parts;
  options.seen_calls = load_options_.seen_calls;
  options.cores = load_options_.cores;
  return tools_.loader.Load(loaded_module(), options, finish_);
}

bool CampaignPasses::MakeSuite() {
  model::Suite standing = KnownOf(standing_.suite);
  maker_.emplace(
      subject(), executor(),
      [this](const model::LoadOptions& options) { return LoadObserver(options); }, oracle(), team_,
      tools_.log);
  const std::size_t count = tests_.size() + standing.size();
  const bool can_judge = reserves_.SufficeForMutants(count, deadline_.Remaining());
  if (auto failure = maker_->LoadObservers(tools_.options.seed, can_judge)) {
    return EndUnobserved(std::move(*failure));
  }
  maker_->Build(tests_, accidents_, troubles_,
                finish_.Less(std::max(model::Scaled(reserves_.AfterObserving(count),
                                                    1 - time().reserves.observing_late),
                                      reserves_.Verifying(count))));
  const Duration observing = watch_.Lap("observed");
  if (maker_->built().unobserved == 0) {
    reserves_.ObservingTook(tests_.size() + accidents_.size(), observing);
  }
  if (!standing.empty()) maker_->Stand(std::move(standing));
  maker_->Judge(deadline_.Less(reserves_.AfterJudging(count)));
  watch_.Lap("judged");
  const base::Deadline verifying = deadline_.Less(reserves_.Verifying(count));
  if (tools_.options.search.minimize) {
    maker_->PassPlainValues(finish_.Less(reserves_.Verifying(count)));
    maker_->MakePlain(plain_, PartOf(verifying, time().campaign.trying_plain), verifying);
    watch_.Lap("made plain");
  }
  const bool was_extended = outcome_.seeds.replayed > 0;
  // What tests kill of which there is only the text is not known.
  const bool judges_all =
      edited_.empty() && std::ranges::all_of(standing_.suite, [](const auto& test) {
        return IsKnown(test) || test.is_open_change;
      });
  if (oracle().extend && judges_all && !task_.pair) {
    maker_->Extend(tools_.options.search, was_extended, rng_, verifying);
  }
  watch_.Lap("extended");
  maker_->Select(tools_.options.search.minimize);
  made_ = maker_->TakeSuite();
  std::ranges::copy_if(standing_.suite, std::back_inserter(made_),
                       [](const auto& test) { return !IsKnown(test) || test.is_open_change; });
  return true;
}

bool CampaignPasses::LeaveOutSecrets(model::Suite& suite) {
  const SuiteWriter writer =
      WriterFor(tools_, subject(), place_.file, findings_.file, task_.fingerprint, standing_.files);
  const std::size_t count = TakeSecretTests(writer, tools_.files, suite).size();
  if (count == 0) return true;
  model::Reason reason{ReasonCode::kSecretsLeftOut,
                       fmt::format("{} {}", count, count == 1 ? "test" : "tests")};
  if (suite.empty()) {
    outcome_.reason = std::move(reason);
    return false;
  }
  outcome_.notes.push_back(std::move(reason));
  return true;
}

oracle::VerifiedSuite CampaignPasses::RunVerification(model::Suite suite) {
  const SuiteWriter writer =
      WriterFor(tools_, subject(), place_.file, findings_.file, task_.fingerprint, standing_.files);
  oracle::VerificationOptions options;
  options.shuffle_seed = tools_.options.seed;
  options.measured = task_.module.path;
  options.team = &team_;
  return oracle::Verify(
      std::move(suite),
      [&](const model::Suite& written) { return writer.WriteForVerification(written); },
      tools_.pytest, finish_, options);
}

const std::vector<std::vector<model::MutantIndex>>& CampaignPasses::AllKills() {
  if (!all_kills_) {
    all_kills_ = maker_->KillsOf(made_, PartOf(finish_, time().campaign.trying_all_kills));
  }
  return *all_kills_;
}

std::vector<TimedTest> CampaignPasses::TimedTests() {
  std::vector<TimedTest> tests;
  for (std::size_t i = 0; i < verified_.suite.size(); ++i) {
    const model::GeneratedTest& test = verified_.suite[i];
    TimedTest& timed = tests.emplace_back();
    timed.name = verified_.tests[i].name;
    timed.seconds = verified_.tests[i].seconds;
    timed.covers.assign(test.goals.begin(), test.goals.end());
    const auto made = std::ranges::find(made_, test.test, &model::GeneratedTest::test);
    if (made != made_.end()) {
      const auto& kills = AllKills()[static_cast<std::size_t>(made - made_.begin())];
      timed.kills.assign(kills.begin(), kills.end());
    }
    timed.stays = test.is_finding || test.is_open_change;
  }
  return tests;
}

void CampaignPasses::NameAllKillers(const model::Suite& suite,
                                    const std::vector<std::string>& names,
                                    std::vector<model::JudgedMutant>& judged) {
  for (std::size_t i = 0; i < suite.size(); ++i) {
    const auto made = std::ranges::find(made_, suite[i].test, &model::GeneratedTest::test);
    if (made == made_.end()) continue;
    for (const auto mutant : AllKills()[static_cast<std::size_t>(made - made_.begin())]) {
      model::JudgedMutant& killed = judged[mutant];
      if (killed.killed_by != names[i]) killed.also_killed_by.push_back(names[i]);
    }
  }
}

void CampaignPasses::FitSuiteTime() {
  const std::optional<Duration>& limit = tools_.options.suite_time;
  if (!limit || verified_.in_part) return;
  double seconds = 0;
  for (const model::PytestResult::Test& test : verified_.tests) seconds += test.seconds;
  if (seconds <= std::chrono::duration<double>(*limit).count()) return;
  const std::vector<TimedTest> tests = TimedTests();
  const std::vector<std::size_t> too_slow = TooSlow(tests, *limit);
  std::string what = DescribeTooSlow(tests, too_slow, *limit);
  if (!too_slow.empty()) {
    model::Suite fast;
    for (std::size_t i = 0; i < tests.size(); ++i) {
      if (!std::ranges::binary_search(too_slow, i)) fast.push_back(verified_.suite[i]);
    }
    const bool is_any_left = !fast.empty();
    // The text without them is a new one, which pytest has not seen.
    oracle::VerifiedSuite verified = RunVerification(std::move(fast));
    if (!is_any_left) verified.reason = {ReasonCode::kSuiteTooSlow, what};
    if (verified.in_part || verified.reason.code == ReasonCode::kNoBudgetLeft) {
      what = "no time was left to verify the suite without its slowest tests";
    } else {
      // Those that stood do not come back because they hold.
      std::erase_if(standing_.suite, [&](const model::GeneratedTest& test) {
        return !test.is_finding && std::ranges::any_of(too_slow, [&](std::size_t i) {
          return tests[i].name == test.name;
        });
      });
      std::ranges::move(verified.dropped, std::back_inserter(verified_.dropped));
      verified.dropped = std::move(verified_.dropped);
      verified_ = std::move(verified);
    }
  }
  if (!what.empty()) outcome_.notes.push_back({ReasonCode::kSuiteTooSlow, std::move(what)});
}

bool CampaignPasses::Verify() {
  const TestFiles::Place before[] = {std::exchange(place_, {}), std::exchange(findings_, {})};
  place_ = tools_.files.PlaceFor(task_.module, render::FileKindOf(tools_.options.render.style));
  findings_ = tools_.files.PlaceFor(task_.module, render::FileKind::kFindings);
  // Somebody who edits a file while it is worked on is not to find it changed.
  if (standing_.any() && (place_.file != before[0].file || findings_.file != before[1].file)) {
    return LeaveForLater({ReasonCode::kNoGain, "its file was edited meanwhile"});
  }
  if (standing_.has_unknown()) {
    return LeaveForLater({ReasonCode::kNoBudgetLeft, "no time was left to run what stands"});
  }
  model::Suite expecting = WithExpectations(made_);
  const std::size_t without_expectation = made_.size() - expecting.size();
  if (expecting.empty() && maker_->built().unobserved > 0) {
    return LeaveForLater({ReasonCode::kNoBudgetLeft, "no time was left to observe the tests"});
  }
  if (!LeaveOutSecrets(expecting)) return false;
  const std::size_t expected = expecting.size();
  expecting = MostWorth(std::move(expecting), reserves_.Fitting(expected, finish_.Remaining()));
  const std::size_t unverified = expected - expecting.size();
  verified_ = RunVerification(std::move(expecting));
  FitSuiteTime();
  watch_.Lap("verified");
  const bool keeps = !standing_.any() || KeepsWhatHolds();
  tools_.log.Say(base::Topic::kStats, "{}: {}", task_.module.name, watch_.Describe());
  for (const auto& dropped : verified_.dropped) {
    tools_.log.Say(base::Topic::kExplain, "{}: {}", task_.module.name, oracle::Describe(dropped));
  }
  if (std::string dropped =
          DescribeDropped(maker_->built(), without_expectation, standing_.gone.size(), verified_);
      !dropped.empty()) {
    outcome_.notes.push_back({ReasonCode::kTestsDropped, std::move(dropped)});
  }
  if (!keeps) {
    return LeaveForLater({ReasonCode::kNoBudgetLeft, "no time was left to verify the tests"});
  }
  if (unverified > 0 && !verified_.suite.empty()) {
    outcome_.notes.push_back({ReasonCode::kVerifiedInPart,
                              fmt::format("{} more tests wait for a run with time", unverified)});
  } else if (verified_.in_part) {
    outcome_.notes.push_back(
        {ReasonCode::kVerifiedInPart,
         latest_.Expired() ? "" : "its share was used up, though the budget was not"});
  } else if (verified_.has_fewer_orders) {
    outcome_.notes.push_back({ReasonCode::kVerifiedInPart, "in fewer orders than usual"});
  }
  // Something is missing for want of time, and another campaign may keep it.
  if (verified_.in_part || unverified > 0 || maker_->built().unobserved > 0) {
    outcome_.goals.found.clear();
  }
  if (!verified_.suite.empty()) return true;
  const model::Reason reason = verified_.reason.code != ReasonCode::kNone
                                   ? verified_.reason
                                   : model::Reason{ReasonCode::kNothingStable, ""};
  // pytest has not seen the suite, so nothing is written.
  const bool may_come = reason.code == ReasonCode::kNoBudgetLeft;
  if (may_come && !tools_.files.Exists(place_.file)) return LeaveForLater(reason);
  outcome_.reason = reason;
  return false;
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
  model::Suite found = KnownOf(standing_.suite);
  std::ranges::copy_if(standing_.suite, std::back_inserter(found),
                       [](const auto& test) { return !IsKnown(test) || test.is_open_change; });
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

std::vector<std::string> CampaignPasses::LostBy(const oracle::VerifiedSuite& verified) const {
  std::vector<std::string> lost;
  for (const model::GeneratedTest& test : standing_.suite) {
    const bool stays = std::ranges::any_of(verified.suite, [&](const auto& kept) {
      return kept.name == test.name && kept.is_finding == test.is_finding;
    });
    if (!stays) lost.push_back(test.name);
  }
  return lost;
}

bool CampaignPasses::KeepsWhatHolds() {
  // A file that stands is replaced only by one that was verified as a whole.
  if (verified_.in_part || verified_.reason.code == ReasonCode::kNoBudgetLeft) return false;
  const std::vector<std::string> lost = LostBy(verified_);
  if (lost.empty()) return true;
  // A busy machine lets tests of unchanged code take too long, which says nothing against them.
  const bool hung = std::ranges::any_of(verified_.dropped, [&](const oracle::Dropped& dropped) {
    return dropped.cause == oracle::DropCause::kTimesOut &&
           std::ranges::find(lost, dropped.test) != lost.end();
  });
  if (hung && task_.change == model::Change::kUnchanged) return false;
  oracle::VerifiedSuite alone = RunVerification(standing_.suite);
  watch_.Lap("verified what stands");
  if (alone.in_part || alone.reason.code == ReasonCode::kNoBudgetLeft) return false;
  if (LostBy(alone).size() < lost.size()) {
    tools_.log.Say(base::Topic::kExplain, "{}: new tests made standing ones fail: {}",
                   task_.module.name, fmt::join(lost, ", "));
    verified_ = std::move(alone);
  }
  return true;
}

bool CampaignPasses::IsWrittenAlready() const {
  const SuiteWriter writer =
      WriterFor(tools_, subject(), place_.file, findings_.file, task_.fingerprint, standing_.files);
  const SuiteWriter::Files files = writer.Write(verified_.suite);
  return std::ranges::all_of(std::array{place_.file, findings_.file}, [&](const auto& file) {
    const auto text = files.texts.find(file);
    return tools_.files.TextOf(file) == (text == files.texts.end() ? "" : text->second);
  });
}

void CampaignPasses::Keep() {
  SetCoverage(subject(), verified_.suite, outcome_);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < verified_.suite.size(); ++i) {
    if (ShowsWhatHolds(verified_.suite[i])) names.push_back(verified_.tests[i].name);
  }
  std::vector<model::JudgedMutant> judged =
      maker_->JudgedBy(made_, KnownOf(verified_.suite), names, finish_);
  if (tools_.options.finds_all_kills && !judged.empty()) {
    NameAllKillers(KnownOf(verified_.suite), names, judged);
  }
  const SuiteWorth worth{outcome_.goals.covered, CountFate(judged, model::MutantFate::kKilled),
                         CountStatements(verified_.suite)};
  // Where tests stand they are all there still, apart from those that fail.
  const bool is_in_vain = standing_.any() ? IsWrittenAlready() : IsNoBetter(worth) && StillPasses();
  if (is_in_vain) {
    outcome_.reason = {ReasonCode::kNoGain, ""};
    return;
  }
  outcome_.mutants = std::move(judged);
  outcome_.written.tests = std::move(verified_.tests);
  outcome_.lines.hits = std::move(verified_.lines);
  outcome_.written.suite = std::move(verified_.suite);
  outcome_.written.file = place_.file;
  outcome_.written.findings_file = findings_.file;
  for (const TestFiles::Place& kept : {place_, findings_}) {
    if (kept.kept_edited) {
      outcome_.notes.push_back({ReasonCode::kEditedFileKept, *kept.kept_edited});
    }
  }
  result_.subject = std::move(loaded_.subject);
  result_.standing = std::move(standing_.files);
  try {
    WriteResult(tools_, result_);
  } catch (const base::Error& error) {
    outcome_.reason = {ReasonCode::kOutputNotWritten, error.what()};
    outcome_.written.file.clear();
    outcome_.written.findings_file.clear();
  }
}

bool CampaignPasses::BringsNothing() const {
  const bool same_code =
      task_.change == model::Change::kUnchanged || task_.change == model::Change::kAffected;
  if (!same_code || task_.was_cut_short ||
      task_.covered_before.size() != outcome_.goals.covered.size() ||
      tools_.options.search.max_generations > 0 || outcome_.seeds.dropped > 0 ||
      HasFreshChanges() || !tools_.files.Exists(file_)) {
    return false;
  }
  if (standing_.any() && !standing_.gone.empty()) return false;
  const bool has_found = task_.found_before.size() == outcome_.goals.covered.size();
  const std::vector<bool>& known = has_found ? task_.found_before : task_.covered_before;
  return std::ranges::all_of(found_.tests, [&](const search::ArchivedTest& test) {
    return std::ranges::all_of(test.goals, [&](model::GoalIndex goal) {
      return goal < known.size() && known[goal];  // those of other criteria are not remembered
    });
  });
}

bool CampaignPasses::HasFreshChanges() const {
  return std::ranges::any_of(outcome_.behaviour_changes,
                             [&](const auto& change) { return change.run == task_.now.run; });
}

// Only a suite for this very version of the module can be as good.
bool CampaignPasses::IsNoBetter(const SuiteWorth& now) const {
  if (task_.covered_before.empty() || !tools_.files.Exists(file_)) return false;
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

bool CampaignPasses::StillPasses() const {
  if (passed_) return true;
  const model::PytestResult result = tools_.pytest.RunInPlace({file_}, finish_);
  return result.completed && std::ranges::none_of(result.tests, Fails);
}

}  // namespace skua::campaign
