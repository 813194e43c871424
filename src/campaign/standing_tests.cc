#include "campaign/standing_tests.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "campaign/files/carry_over.h"
#include "campaign/files/secret_tests.h"
#include "campaign/goal_coverage.h"
#include "campaign/guards.h"
#include "campaign/standing/existing_coverage.h"
#include "campaign/standing/suite_check.h"
#include "campaign/write_result.h"
#include "render/file/standing_suite.h"
#include "render/file/suite_json.h"
#include "render/module/style.h"
#include "search/goals/goal_set.h"

namespace skua::campaign {
namespace {

// Returns whether an assertion calls a method. In a test from the state, which others may have
// written, nobody has seen what such a call does.
bool AssertsByCalls(const model::GeneratedTest& test) {
  return std::ranges::any_of(test.assertions, [](const model::Assertion& assertion) {
    return assertion.kind != model::AssertionKind::kFile &&
           assertion.attribute.find('(') != std::string::npos;
  });
}

}  // namespace

StandingTests::StandingTests(CampaignContext& context)
    : context_(context), file_(FileOf(context.tools, context.task.module)) {}

void StandingTests::Read() {
  const CampaignTools& tools = context_.tools;
  const CampaignTask& task = context_.task;
  if (is_json()) {
    standing_.files = MarkedSuite(tools.files.TextOf(file_));
    return;
  }
  place_ = tools.files.PlaceFor(task.module, render::FileKind::kTests);
  findings_ = tools.files.PlaceFor(task.module, render::FileKind::kFindings);
  // A repeatable run must not depend on files of an earlier run, but on changes that nobody has
  // decided about.
  if (tools.options.search.max_generations > 0) {
    standing_.files = MarkedFiles(TextInStyle(place_.file));
    return;
  }
  edited_.clear();
  for (const auto kind : {render::FileKind::kTests, render::FileKind::kFindings}) {
    for (std::string& file : tools.files.FilesOf(task.module, kind)) {
      if (!tools.files.HeaderOf(file)->unedited) edited_.push_back(std::move(file));
    }
  }
  only_archived_ = AreGone();
  if (only_archived_) {
    StandAsArchived();
  } else {
    standing_ = FindStanding(TextInStyle(place_.file), TextInStyle(findings_.file),
                             task.earlier_suites, context_.subject());
  }
  if (standing_.has_unknown()) AskUnknown();
  for (const model::GeneratedTest& test : TakeSecretTests(Writer(), tools.files, standing_.suite)) {
    standing_.gone.push_back({test.name, "it holds a secret"});
  }
}

SuiteWriter StandingTests::Writer() const {
  return WriterFor(context_.tools, context_.subject(), place_.file, findings_.file,
                   context_.task.fingerprint, standing_.files);
}

// The text of an unedited file of ours in the style of the options; else empty.
std::string StandingTests::TextInStyle(const std::string& file) const {
  std::string text = context_.tools.files.TextOf(file);
  const auto standing = render::StandingFile::Read(text);
  const bool wants_unittest = context_.options().render.style == render::Style::kUnittest;
  return standing && standing->is_unittest() == wants_unittest ? text : std::string();
}

bool StandingTests::AreGone() const {
  const CampaignTask& task = context_.task;
  const TestFiles& files = context_.tools.files;
  const bool was_written =
      !task.earlier_suites.empty() && task.earlier_suites.front().json == task.archived_suite;
  return was_written && task.change == model::Change::kUnchanged &&
         task.archived_fingerprint == task.fingerprint && !task.covered_before.empty() &&
         task.open_changes.empty() && edited_.empty() && !files.Exists(place_.file) &&
         !files.Exists(findings_.file);
}

// The files are written from the suite as data: no text of the state's becomes code.
void StandingTests::StandAsArchived() {
  standing_ = {};
  model::Suite suite =
      render::SuiteFromJson(context_.task.archived_suite, context_.subject(), /*goals_valid=*/false)
          .suite;
  std::erase_if(suite, [](const model::GeneratedTest& test) {
    return !ShowsWhatHolds(test) || AssertsByCalls(test);
  });
  for (model::GeneratedTest& test : suite) test.name.clear();
  const SuiteWriter::Files written = Writer().Write(suite);
  for (std::size_t i = 0; i < suite.size(); ++i) suite[i].name = written.tests[i].rendered.name;
  standing_.files = FilesAsWritten(written.texts, place_.file, findings_.file, suite);
  standing_.suite = std::move(suite);
}

void StandingTests::AskUnknown() {
  for (const bool of_findings : {false, true}) {
    const auto& unknown = of_findings ? standing_.unknown_findings : standing_.unknown_tests;
    if (unknown.empty()) continue;
    const model::PytestResult result = context_.tools.pytest.RunInPlace(
        {of_findings ? findings_.file : place_.file}, context_.time.finish());
    if (result.completed) AddUnknown(result, of_findings, standing_);
  }
}

bool StandingTests::LookBack() {
  model::ModuleOutcome& outcome = context_.outcome();
  const OnBehaviourChange policy = context_.options().on_behaviour_change;
  SettledChanges settled = context_.task.settled ? *context_.task.settled : SettleNow();
  if (settled.text) {
    WriteEarlier(*settled.text);
    Read();
  }
  for (const std::string& test : settled.misfits) {
    if (standing_.any()) Forget(test, "it names what is gone, or cannot be called so", standing_);
  }
  passed_ = settled.was_run && settled.passed;
  outcome.seeds.dropped = settled.outdated;
  AskGuards(context_, settled);
  TellChanges(settled, policy, outcome);
  if (outcome.behaviour_changes.empty() || policy != OnBehaviourChange::kFail) return true;
  // The goals would be those of tests that are not written.
  outcome.goals.count = 0;
  outcome.goals.covered.clear();
  outcome.goals.places.clear();
  return false;
}

SettledChanges StandingTests::SettleNow() {
  const CampaignTools& tools = context_.tools;
  const CampaignTask& task = context_.task;
  const OnBehaviourChange policy = tools.options.on_behaviour_change;
  ChangesBefore before{file_, tools.files.TextOf(file_), task.fingerprint, task.open_changes};
  const auto header = tools.files.HeaderOf(file_);
  // The archive has the written tests as data if tests are no part of the tree.
  const bool was_written = !task.earlier_suites.empty() &&
                           task.earlier_suites.front().json == task.archived_suite &&
                           !task.earlier_suites.front().tests.empty();
  if (was_written && !tools.files.Exists(file_)) before.archived_for = task.archived_fingerprint;
  const std::string& was = header ? header->fingerprint : before.archived_for;
  const bool has_changed =
      !was.empty() && (was != task.fingerprint || task.change == model::Change::kAffected);
  if (!has_changed) return Settle(before, nullptr, policy, task.now);
  SettledChanges settled;
  settled.open = task.open_changes;
  if (context_.time.finish().Expired()) return settled;  // nothing was seen
  if (is_json() && tools.files.Exists(file_)) return SettleSuite(std::move(before));
  // If pytest cannot run a file of which only the text is known, it cannot run the marked tests in
  // it either.
  const StandingFiles files = standing_.any() ? standing_.files : StandingFiles{};
  const SuiteWriter writer =
      WriterFor(tools, context_.subject(), file_, file_, task.fingerprint, files);
  const model::Suite* stand = files.tests ? &standing_.suite : nullptr;
  const BehaviourReport seen =
      RunEarlierTests({file_, stand, task.archived_suite}, context_.subject(), writer, tools.files,
                      tools.pytest, context_.time.finish(), tools.log);
  context_.time.watch().Lap("looked back");
  // An archived suite is written by this campaign alone, once it is judged.
  if (!seen.text.empty() && header) before.text = seen.text;
  settled = Settle(before, &seen, policy, task.now);
  const bool is_replaced = !seen.text.empty() && policy != OnBehaviourChange::kFail;
  if (is_replaced && !settled.text && header && header->unedited) settled.text = seen.text;
  return settled;
}

CheckedSuite StandingTests::Check(const std::string& text) const {
  return CheckSuite(
      text, file_,
      [this](const model::LoadOptions& options) { return context_.LoadObserver(options); },
      context_.time.finish());
}

SettledChanges StandingTests::SettleSuite(ChangesBefore before) const {
  SettledChanges settled;
  settled.open = before.open;
  const auto suite = render::StandingSuite::Read(before.text);
  if (!suite) return settled;
  const BehaviourReport seen = ReportOf(Check(before.text), before.text, context_.tools.log);
  context_.time.watch().Lap("looked back");
  const OnBehaviourChange policy = context_.options().on_behaviour_change;
  const std::string as_it_stands = before.text;
  if (!seen.text.empty()) before.text = seen.text;
  settled = Settle(before, &seen, policy, context_.task.now);
  const bool is_noted = policy != OnBehaviourChange::kFail && before.text != as_it_stands;
  if (is_noted && !settled.text) settled.text = before.text;
  return settled;
}

// Writes the file of earlier tests; an empty text: it goes.
void StandingTests::WriteEarlier(const std::string& text) {
  const TestFiles& files = context_.tools.files;
  if (text.empty()) {
    files.Remove(file_);
  } else if (!files.HoldsSecret(text)) {  // the text of a mark tells what a call gives now
    files.Write(file_, text);
  }
}

void StandingTests::Cover(const std::vector<bool>& covered) {
  goals_.clear();
  for (model::GoalIndex goal = 0; goal < covered.size(); ++goal) {
    if (covered[goal]) goals_.push_back(goal);
  }
}

void StandingTests::MeasureKnown(const search::GoalSet& goals) {
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
  if (!tests.empty()) {
    context_.executor().Execute(tests, model::Isolation::kFresh, context_.time.finish(), traces);
  }
  std::vector<std::string> reaching_out;
  for (std::size_t i = 0; i < tests.size(); ++i) {
    model::GeneratedTest& test = standing_.suite[places[i]];
    if (only_archived_ && traces[i].reached_out) reaching_out.push_back(test.name);
    const auto expected = test.exception ? model::Verdict::kRaised : model::Verdict::kPassed;
    if (traces[i].verdict == expected) test.goals = goals.CoveredBy(tests[i], traces[i]);
  }
  // Tests of the tree run there anyway.
  for (const std::string& test : reaching_out) Forget(test, "it reaches outside", standing_);
}

void StandingTests::Measure() {
  std::vector<bool> covered = CoveredByEdited();
  Cover(covered);
  if (!standing_.any()) return;
  const search::GoalSet goals(context_.subject());
  MeasureKnown(goals);
  MeasureUnknown();
  SetCoverage(context_.subject(), standing_.suite, context_.outcome());
  covered.resize(goals.size());
  for (const model::GeneratedTest& test : standing_.suite) {
    for (const model::GoalIndex goal : test.goals) covered[goal] = true;
  }
  Cover(covered);
  context_.time.watch().Lap("measured what stands");
  const base::Log& log = context_.tools.log;
  const std::string& name = context_.task.module.name;
  log.Say(base::Topic::kStats, "{}: {} tests stand and cover {} goals, {} do not", name,
          standing_.suite.size(), goals_.size(), standing_.gone.size());
  for (const Standing::Gone& gone : standing_.gone) {
    log.Say(base::Topic::kExplain, "{}: {} does not stay: {}", name, gone.test, gone.why);
  }
}

// Measures by pytest the coverage of tests of which only the text is known. The first of them gets
// all of it, since pytest does not show which one covers a goal.
void StandingTests::MeasureUnknown() {
  const base::Deadline& finish = context_.time.finish();
  const auto unknown = std::ranges::find_if(
      standing_.suite, [](const auto& test) { return !IsKnown(test) && !test.is_open_change; });
  // Reports of whole tests do not tell what runs from which call site.
  if (unknown == standing_.suite.end() || finish.Expired() || context_.task.pair) return;
  std::vector<std::string> files;
  if (standing_.files.tests) files.push_back(place_.file);
  if (standing_.files.findings) files.push_back(findings_.file);
  const ExistingCoverage shown(context_.tools.loader.RunExistingTests(
      context_.task.module, files, PartOf(finish, context_.time.policy().existing_tests.most)));
  const std::vector<bool> covered =
      shown.Covered(context_.subject(), model::GoalsOf(context_.subject()));
  for (model::GoalIndex goal = 0; goal < covered.size(); ++goal) {
    if (covered[goal]) unknown->goals.push_back(goal);
  }
}

// Returns for each goal whether files that a person made of the module's generated ones cover it;
// empty: unknown.
std::vector<bool> StandingTests::CoveredByEdited() {
  const base::Deadline& finish = context_.time.finish();
  if (edited_.empty() || finish.Expired() || context_.task.pair) return {};
  const ExistingCoverage shown(context_.tools.loader.RunExistingTests(
      context_.task.module, edited_, PartOf(finish, context_.time.policy().existing_tests.most)));
  context_.time.watch().Lap("measured edited tests");
  return shown.Covered(context_.subject(), model::GoalsOf(context_.subject()));
}

bool StandingTests::PlaceAnew() {
  const TestFiles& files = context_.tools.files;
  const model::ModuleId& module = context_.task.module;
  const TestFiles::Place before[] = {std::exchange(place_, {}), std::exchange(findings_, {})};
  place_ = files.PlaceFor(module, render::FileKindOf(context_.options().render.style));
  findings_ = files.PlaceFor(module, render::FileKind::kFindings);
  return !standing_.any() || (place_.file == before[0].file && findings_.file == before[1].file);
}

model::Suite StandingTests::Unjudged() const {
  model::Suite unjudged;
  std::ranges::copy_if(standing_.suite, std::back_inserter(unjudged),
                       [](const auto& test) { return !IsKnown(test) || test.is_open_change; });
  return unjudged;
}

model::Suite StandingTests::OfChanges() const {
  std::set<std::string> names;
  for (const auto& change : context_.outcome().behaviour_changes) names.insert(change.test);
  for (const model::EndedChange& ended : context_.outcome().ended_changes) {
    if (ended.end == model::ChangeEnd::kAccepted) names.insert(ended.change.test);
  }
  names.erase("");  // guards have none; the search makes them anew
  model::Suite found;
  if (names.empty()) return found;
  for (const EarlierSuite& earlier : context_.task.earlier_suites) {
    model::Suite suite =
        render::SuiteFromJson(earlier.json, context_.subject(), /*goals_valid=*/false).suite;
    for (model::GeneratedTest& test : suite) {
      if (!test.is_finding && names.erase(test.name) > 0) found.push_back(std::move(test));
    }
  }
  return found;
}

bool StandingTests::HasFreshChanges() const {
  return std::ranges::any_of(context_.outcome().behaviour_changes, [&](const auto& change) {
    return change.run == context_.task.now.run;
  });
}

bool StandingTests::StillPasses() const {
  if (passed_) return true;
  if (is_json()) {
    const std::string text = context_.tools.files.TextOf(file_);
    return render::StandingSuite::Read(text) &&
           ReportOf(Check(text), text, context_.tools.log).passed;
  }
  const model::PytestResult result =
      context_.tools.pytest.RunInPlace({file_}, context_.time.finish());
  return result.completed && std::ranges::none_of(result.tests, Fails);
}

}  // namespace skua::campaign
