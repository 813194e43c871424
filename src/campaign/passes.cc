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
#include "campaign/existing_coverage.h"
#include "campaign/goal_coverage.h"
#include "campaign/patient_pacer.h"
#include "campaign/search_pacer.h"
#include "campaign/write_result.h"
#include "render/style.h"
#include "render/suite_json.h"
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

std::string DescribeDropped(const oracle::BuiltSuite& built, std::size_t without_expectation,
                            const oracle::VerifiedSuite& verified) {
  std::vector<std::string> parts;
  const auto add = [&parts](std::size_t count, std::string_view what) {
    if (count > 0) parts.push_back(fmt::format("{} {}", count, what));
  };
  add(built.dropped.flaky, "ended differently in another process");
  add(built.dropped.unfinished, "did not finish");
  add(built.dropped.reaching_out,
      "wrote files, started processes, used the network, waited or left a failing finalizer");
  add(without_expectation, "had nothing to assert");
  if (std::string verifying = oracle::CountByCause(verified.dropped); !verifying.empty()) {
    parts.push_back(std::move(verifying));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

// A test that cannot fail says nothing, and is not written.
model::Suite WithExpectations(model::Suite suite) {
  std::erase_if(suite, [](const model::GeneratedTest& test) {
    return test.assertions.empty() && !test.exception && !test.is_finding;
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
      // Each module has random numbers of its own, so that the order of campaigns does not matter.
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
  loaded_ = tools_.loader.Load(task_.module, load_options_,
                               deadline_.unlimited()
                                   ? deadline_
                                   : latest_.Within(std::max(share, time().campaign.long_load)));
  outcome_.notes = loaded_.notes;
  if (loaded_.failure) {
    outcome_.reason = *loaded_.failure;
    return false;
  }
  SetCoverage(subject(), {}, outcome_);
  outcome_.goals.by_existing = existing.Covered(subject(), model::GoalsOf(subject()));
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

// Reports what the earlier tests show of a change, and what became of changes that were open.
bool CampaignPasses::LookBack() {
  SettledChanges settled = task_.settled ? *task_.settled : SettleNow();
  if (settled.text) WriteEarlier(*settled.text);
  passed_ = settled.was_run && settled.passed;
  outcome_.seeds.dropped = settled.outdated;
  TellChanges(settled, tools_.options.on_behaviour_change, outcome_);
  if (outcome_.behaviour_changes.empty() ||
      tools_.options.on_behaviour_change != OnBehaviourChange::kFail) {
    return true;
  }
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
  // Where the file cannot be run, its marked tests are among what cannot.
  render::RenderOptions rendering = tools_.options.render;
  rendering.fingerprint = task_.fingerprint;
  const SuiteWriter writer(subject(), file_, file_, rendering);
  const BehaviourReport seen = RunEarlierTests({file_, task_.archived_suite}, subject(), writer,
                                               tools_.files, tools_.pytest, finish_, tools_.log);
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
  } else {
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
  std::ranges::move(loaded_.seeds, std::back_inserter(seeds_));
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
                          pool, GoalsForLater(outcome_.goals.by_existing));
  outcome_.search.executed_tests = found_.executed_tests;
  outcome_.search.last_gain = found_.last_gain;
  outcome_.search.discovery = found_.discovery;
  outcome_.search.execution_time = found_.execution_time;
  outcome_.search.time = found_.duration;
  if (pacer) {
    watch_.LeaveOut(task_.pacing->asleep());
    const Pacing::End end = pacer->EndOfSearch(found_);
    EndBy(end.deadline, end.latest);
  } else if (patience) {
    const Duration reserve = Reserves::AfterSearchOf(
        load_time_ + found_.duration, load_time_ + time().reserves.short_share, load_time_,
        judges_mutants(), found_.tests.size(), time().reserves);
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
  finish_ = last.Within(left + model::Scaled(had, time().reserves.overrun));
  reserves_ = Reserves(had, load_time_, judges_mutants(), time().reserves);
}

bool CampaignPasses::FindsMore() {
  outcome_.goals.found = GoalsFound(found_.tests, outcome_.goals.covered, task_.found_before);
  if (!BringsNothing() || !StillPasses()) return true;
  outcome_.reason = {ReasonCode::kNoGain, ""};
  return false;
}

void CampaignPasses::Minimise() {
  executor().Retire({});  // from now on every goal counts
  tests_ = search::Minimise(subject(), executor(), found_.tests,
                            deadline_.Less(reserves_.AfterMinimising(found_.tests.size())));
  const base::Deadline observing = deadline_.Less(reserves_.AfterMinimising(tests_.size()));
  troubles_ = search::ConfirmTroubles(subject(), executor(), found_.suspects,
                                      PartOf(observing, time().campaign.confirming_troubles));
  watch_.Lap("minimised");
}

model::LoadedSubject CampaignPasses::LoadObserver(model::LoadOptions options) const {
  options.seed_files = load_options_.seed_files;
  options.passed_types = load_options_.passed_types;
  return tools_.loader.Load(task_.module, options, finish_);
}

bool CampaignPasses::MakeSuite() {
  maker_.emplace(
      subject(), executor(),
      [this](const model::LoadOptions& options) { return LoadObserver(options); }, oracle(),
      tools_.log);
  const std::size_t count = tests_.size();
  const bool can_judge = reserves_.SufficeForMutants(count, deadline_.Remaining());
  if (auto failure = maker_->LoadObservers(tools_.options.seed, can_judge)) {
    outcome_.reason = std::move(*failure);
    return false;
  }
  maker_->Build(tests_, troubles_,
                finish_.Less(std::max(model::Scaled(reserves_.AfterObserving(count),
                                                    1 - time().reserves.observing_late),
                                      reserves_.Verifying(count))));
  watch_.Lap("observed");
  maker_->Judge(deadline_.Less(reserves_.AfterJudging(count)));
  watch_.Lap("judged");
  const base::Deadline verifying = deadline_.Less(reserves_.Verifying(count));
  maker_->MakePlain(plain_, PartOf(verifying, time().campaign.trying_plain), verifying);
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
  model::Suite expecting = WithExpectations(made_);
  const std::size_t without_expectation = made_.size() - expecting.size();
  verified_ = oracle::Verify(
      std::move(expecting),
      [&](const model::Suite& suite) { return writer.WriteForVerification(suite); }, tools_.pytest,
      finish_, options);
  watch_.Lap("verified");
  tools_.log.Say(base::Topic::kStats, "{}: {}", task_.module.name, watch_.Describe());
  for (const auto& dropped : verified_.dropped) {
    tools_.log.Say(base::Topic::kExplain, "{}: {}", task_.module.name, oracle::Describe(dropped));
  }
  if (std::string dropped = DescribeDropped(maker_->built(), without_expectation, verified_);
      !dropped.empty()) {
    outcome_.notes.push_back({ReasonCode::kTestsDropped, std::move(dropped)});
  }
  if (verified_.in_part) outcome_.notes.push_back({ReasonCode::kVerifiedInPart, ""});
  // Something is missing for want of time, and another campaign may keep it.
  if (verified_.in_part || maker_->built().unobserved > 0) outcome_.goals.found.clear();
  if (!verified_.suite.empty()) return true;
  outcome_.reason = verified_.reason.code != ReasonCode::kNone
                        ? verified_.reason
                        : model::Reason{ReasonCode::kNothingStable, ""};
  // pytest has not seen the suite, so nothing is written, but the next run need not find the tests
  // again.
  if (outcome_.reason.code == ReasonCode::kNoBudgetLeft && !tools_.files.Exists(place_.file)) {
    outcome_.written.json = render::SuiteToJson(subject(), made_);
  }
  return false;
}

void CampaignPasses::Keep() {
  SetCoverage(subject(), verified_.suite, outcome_);
  std::vector<model::JudgedMutant> judged = maker_->JudgedBy(made_, verified_.suite, finish_);
  const SuiteWorth worth{outcome_.goals.covered, CountFate(judged, model::MutantFate::kKilled),
                         CountStatements(verified_.suite)};
  if (IsNoBetter(worth) && StillPasses()) {
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
  const bool has_found = task_.found_before.size() == outcome_.goals.covered.size();
  const std::vector<bool>& known = has_found ? task_.found_before : task_.covered_before;
  return std::ranges::all_of(found_.tests, [&](const search::ArchivedTest& test) {
    return std::ranges::all_of(test.goals, [&](model::GoalIndex goal) { return known[goal]; });
  });
}

bool CampaignPasses::HasFreshChanges() const {
  return std::ranges::any_of(outcome_.behaviour_changes, [&](const auto& change) {
    return change.run == task_.now.run;
  });
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
  using Outcome = model::PytestResult::Outcome;
  return result.completed && std::ranges::none_of(result.tests, [](const auto& test) {
           return test.outcome == Outcome::kFailed || test.outcome == Outcome::kError;
         });
}

}  // namespace skua::campaign
