#include "campaign/campaign.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iterator>

#include "base/error.h"
#include "base/hash.h"
#include "campaign/counting_executor.h"
#include "oracle/build_suite.h"
#include "oracle/verification.h"
#include "render/suite_json.h"
#include "search/goal_set.h"
#include "search/minimiser.h"
#include "search/search.h"

namespace skua::campaign {
namespace {

using base::Duration;
using base::TimePoint;
using namespace std::chrono_literals;

// How often a suite is verified by a run of pytest.
constexpr int kVerifications = 3;
// What observing so many tests takes in two processes, on top of their loads: two forks a test.
Duration Observing(std::size_t tests) {
  return 300ms + std::min<std::size_t>(tests, 1000) * Duration(6ms);
}

// What each run of pytest is thought to take. It imports the module, too, and how long that took
// says how busy the machine is.
Duration PytestRun(Duration load) { return 300ms + load + load / 5; }

// To be kept back for what follows minimising: two loads for the observers, what they do, and
// verification.
Duration AfterMinimising(Duration share, Duration load, std::size_t tests) {
  return std::min(share / 3 * 2, 2 * load + Observing(tests) + kVerifications * PytestRun(load));
}

// The same for what follows the search, when it comes to a test for each of so many goals.
Duration ReserveAfterSearch(Duration share, Duration load, std::size_t goals) {
  return std::min(share / 4 * 3, AfterMinimising(share, load, goals) + share / 8);
}

void SetCoverage(const model::Subject& subject, const model::Suite& suite,
                 model::ModuleOutcome& outcome) {
  const std::vector<model::Goal> goals = model::GoalsOf(subject);
  outcome.goals = model::CountBranches(subject, goals);
  outcome.covered = model::CoveredByImport(subject, goals);
  for (const model::GeneratedTest& test : suite) {
    for (model::GoalIndex goal : test.goals) outcome.covered[goal] = true;
  }
}

// Whether `now` has a goal that `before` lacks. Both of the same version of the module.
bool CoversMore(const std::vector<bool>& now, const std::vector<bool>& before) {
  if (now.size() != before.size()) return true;
  for (std::size_t i = 0; i < now.size(); ++i) {
    if (now[i] && !before[i]) return true;
  }
  return false;
}

std::vector<model::TestCase> SeedsFrom(const std::string& archived, const model::Subject& subject) {
  std::vector<model::TestCase> seeds;
  if (archived.empty()) return seeds;
  for (model::GeneratedTest& test : render::SuiteFromJson(archived, subject, false).suite) {
    seeds.push_back(std::move(test.test));
  }
  return seeds;
}

std::string DescribeDropped(const oracle::BuiltSuite& built,
                            const oracle::VerifiedSuite& verified) {
  std::vector<std::string> parts;
  const auto add = [&parts](std::size_t count, std::string_view what) {
    if (count > 0) parts.push_back(fmt::format("{} {}", count, what));
  };
  add(built.dropped.flaky, "ended differently in another process");
  add(built.dropped.unfinished, "did not finish");
  add(built.dropped.reaching_out, "wrote files, started processes, used the network or waited");
  std::size_t failed = 0;
  for (const auto& dropped : verified.dropped) failed += dropped.assertion_only ? 0 : 1;
  add(failed, "failed when verified");
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
  outcome.used = deadline.clock().Now() - start;
  return result;
}

void Campaign::Generate(const CampaignTask& task, const base::Deadline& deadline,
                        const base::Deadline& latest, CampaignResult& result) const {
  model::ModuleOutcome& outcome = result.outcome;
  const base::Clock& clock = deadline.clock();
  const TimePoint start = clock.Now();
  const Duration share = deadline.Remaining();
  const base::Deadline finish = deadline.unlimited() ? latest : latest.Within(share + share / 2);

  model::LoadedSubject loaded =
      loader_->Load(task.module, {.seed_files = task.seed_files}, deadline);
  outcome.notes = loaded.notes;
  if (loaded.failure) {
    outcome.reason = *loaded.failure;
    return;
  }
  const model::Subject& subject = loaded.subject;
  SetCoverage(subject, {}, outcome);
  const Duration load_time = clock.Now() - start;
  log_->Say(base::Topic::kStats, "{}: loaded in {} ms, {} goals, {} callables, {} seeds",
            task.module.name, load_time / 1ms, outcome.goals, subject.callables.size(),
            loaded.seeds.size());

  // A stream of its own for each module, so that the order of campaigns does not matter.
  base::Rng rng(options_->seed, task.module.name);
  CountingExecutor executor(*loaded.executor, progress_->executed_tests);
  std::vector<model::TestCase> seeds = SeedsFrom(task.archived_suite, subject);
  std::move(loaded.seeds.begin(), loaded.seeds.end(), std::back_inserter(seeds));
  const search::SearchResult found =
      search::Search(subject, executor, options_->search, seeds, rng,
                     deadline.Less(ReserveAfterSearch(share, load_time, outcome.goals)));
  outcome.executed_tests = found.executed_tests;
  outcome.last_gain = found.last_gain;
  outcome.execution_time = found.execution_time;
  const TimePoint searched = clock.Now();
  outcome.search_time = searched - start - load_time;
  log_->Say(base::Topic::kStats, "{}: {}", task.module.name, search::DescribeEffort(found));
  if (found.tests.empty()) {
    outcome.reason = {model::ReasonCode::kNothingCovered, ""};
    return;
  }

  executor.Retire({});  // the minimiser looks at every goal
  std::vector<oracle::CoveringTest> tests;
  for (search::ArchivedTest& test :
       search::Minimise(subject, executor, found.tests,
                        deadline.Less(AfterMinimising(share, load_time, found.tests.size())))) {
    tests.push_back({std::move(test.test), std::move(test.goals)});
  }
  const TimePoint minimised = clock.Now();

  const auto load_observer = [&](uint32_t hash_seed) {
    return loader_->Load(
        task.module, {.instrument = false, .hash_seed = hash_seed, .seed_files = task.seed_files},
        finish);
  };
  model::LoadedSubject first = load_observer(1);
  model::LoadedSubject second = load_observer(2);
  for (const model::LoadedSubject* observer : {&first, &second}) {
    if (observer->failure) {
      outcome.reason = *observer->failure;
      return;
    }
    if (observer->subject.callables.size() != subject.callables.size()) {
      outcome.reason = {model::ReasonCode::kUnstableNumbering, ""};
      return;
    }
  }
  const search::GoalSet goals(subject);
  const oracle::GoalsOf goals_of = [&](const model::TestCase& test) {
    std::vector<model::Trace> traces;
    executor.Execute({&test, 1}, model::Isolation::kFresh, finish, traces);
    return goals.CoveredBy(traces.front());
  };
  oracle::BuiltSuite built =
      oracle::BuildSuite(tests, subject, *first.executor, *second.executor,
                         finish.Less(kVerifications * PytestRun(load_time) / 2), {}, goals_of);
  const TimePoint observed = clock.Now();

  render::RenderOptions rendering = options_->render;
  rendering.fingerprint = task.fingerprint;
  const oracle::Writer write = [&](const model::Suite& suite) {
    render::RenderedModule module = render::RenderPytest(subject, suite, rendering);
    oracle::WrittenSuite written;
    written.text = std::move(module.text);
    for (render::RenderedTest& test : module.tests) {
      written.tests.push_back({std::move(test.name), test.line, std::move(test.assertion_lines)});
    }
    return written;
  };
  const TestFiles::Place place = files_->PlaceFor(task.module);
  oracle::VerificationOptions verification;
  verification.file_name = std::filesystem::path(place.file).filename().string();
  verification.shuffle_seed = options_->seed;
  oracle::VerifiedSuite verified =
      oracle::Verify(std::move(built.suite), write, *pytest_, finish, verification);
  log_->Say(base::Topic::kStats, "{}: minimised {} ms, observed {} ms, verified {} ms",
            task.module.name, (minimised - searched) / 1ms, (observed - minimised) / 1ms,
            (clock.Now() - observed) / 1ms);
  for (const auto& dropped : verified.dropped) {
    log_->Say(base::Topic::kExplain, "{}: {} {}: {}", task.module.name,
              dropped.assertion_only ? "an assertion dropped from" : "dropped", dropped.test,
              dropped.why);
  }
  if (std::string dropped = DescribeDropped(built, verified); !dropped.empty()) {
    outcome.notes.push_back({model::ReasonCode::kTestsDropped, std::move(dropped)});
  }
  if (verified.suite.empty()) {
    outcome.reason = verified.reason.code != model::ReasonCode::kNone
                         ? verified.reason
                         : model::Reason{model::ReasonCode::kNothingStable, ""};
    return;
  }

  SetCoverage(subject, verified.suite, outcome);
  if (!task.covered_before.empty() && files_->Exists(place.file) &&
      !CoversMore(outcome.covered, task.covered_before) && StillPasses(place.file, finish)) {
    outcome.covered = task.covered_before;
    outcome.file = place.file;
    outcome.reason = {model::ReasonCode::kNoGain, ""};
    return;
  }

  try {
    files_->Write(place.file, verified.text);
  } catch (const base::Error& error) {
    outcome.reason = {model::ReasonCode::kOutputNotWritten, error.what()};
    return;
  }
  outcome.file = place.file;
  if (place.kept_edited) {
    outcome.notes.push_back({model::ReasonCode::kEditedFileKept, *place.kept_edited});
  }
  outcome.tests = std::move(verified.tests);
  outcome.suite = std::move(verified.suite);
  result.subject = std::move(loaded.subject);
  Describe(render::RenderPytest(result.subject, outcome.suite, rendering), result);
}

void Campaign::Describe(const render::RenderedModule& rendered, CampaignResult& result) const {
  model::ModuleOutcome& outcome = result.outcome;
  outcome.findings.clear();
  for (std::size_t i = 0; i < outcome.suite.size(); ++i) {
    const model::GeneratedTest& test = outcome.suite[i];
    outcome.tests[i].name = rendered.tests[i].name;
    outcome.tests[i].line = rendered.tests[i].line;
    if (test.is_finding) {
      outcome.findings.push_back({rendered.tests[i].name, rendered.tests[i].call,
                                  model::Verdict::kRaised, *test.exception});
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
  if (outcome.suite.empty()) {
    files_->Remove(outcome.file);
    outcome.file.clear();
    outcome.findings.clear();
    outcome.reason = {model::ReasonCode::kNothingStable, ""};
    return;
  }
  render::RenderOptions rendering = options_->render;
  rendering.fingerprint = outcome.fingerprint;
  const render::RenderedModule rendered =
      render::RenderPytest(result.subject, outcome.suite, rendering);
  files_->Write(outcome.file, rendered.text);
  Describe(rendered, result);
}

bool Campaign::StillPasses(const std::string& file, const base::Deadline& deadline) const {
  const model::PytestResult result = pytest_->RunInPlace({file}, deadline);
  using Outcome = model::PytestResult::Outcome;
  return result.completed && std::none_of(result.tests.begin(), result.tests.end(), [](auto& test) {
           return test.outcome == Outcome::kFailed || test.outcome == Outcome::kError;
         });
}

}  // namespace skua::campaign
