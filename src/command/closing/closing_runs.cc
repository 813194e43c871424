#include "command/closing/closing_runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <memory>
#include <sstream>
#include <string_view>
#include <tuple>
#include <utility>

#include "campaign/standing/behaviour_change.h"
#include "command/reporting/report_record.h"
#include "report/outcome/outcome_json.h"
#include "report/outcome/wording.h"

namespace skua::command {
namespace {

namespace fs = std::filesystem;

// Dropping a test may make another one fail, so all run once more then.
constexpr int kRounds = 2;

// Returns the lines of pytest's output that name an error ("E   ModuleNotFoundError: …") and its
// conftest.py; else the last line.
std::string WhyPytestEnded(const std::string& output) {
  std::string place, error, last;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    if (line.empty()) continue;
    last = line;
    if (line.starts_with("E  ")) {
      error = line.substr(std::min(line.find_first_not_of(' ', 1), line.size()));
    }
    if (line.find("while loading conftest") == std::string::npos) continue;
    place = line.substr(0, line.find_last_not_of('.') + 1) + ": ";
  }
  return place + (error.empty() ? last : error);
}

}  // namespace

std::vector<model::ModuleOutcome*> AllOutcomes(model::RunOutcome& outcome) {
  std::vector<model::ModuleOutcome*> all;
  for (model::ModuleOutcome& module : outcome.modules) all.push_back(&module);
  for (model::ModuleOutcome& pair : outcome.pairs) all.push_back(&pair);
  return all;
}

bool WasWritten(const model::ModuleOutcome& module) {
  return module.reason.code == model::ReasonCode::kNone && !module.written.file.empty();
}

bool ClosingRuns::FitSuiteTime(const SuiteTime& limits, const base::Deadline& deadline) {
  if (!limits.module && !limits.folder) return false;
  FolderTests folder(outcome_, tools_.files, tools_.state);
  const std::vector<fs::path> unknown(folder.unknown().begin(), folder.unknown().end());
  if (!unknown.empty() && !deadline.Expired()) {
    folder.Add(tools_.pytest.RunInPlace(unknown, deadline), tools_.files);
  }
  std::map<std::string, std::set<std::string>> too_slow;
  std::map<std::string, std::vector<std::string>> told;  // by module
  double left = folder.Seconds();
  for (const std::size_t place : folder.TooSlow(limits)) {
    const FolderTests::Test& test = folder.tests()[place];
    too_slow[test.file].insert(test.timed.name);
    told[test.module].push_back(fmt::format("{} ({:.2g} s)", test.timed.name, test.timed.seconds));
    left -= test.timed.seconds;
  }
  for (model::ModuleOutcome* module : AllOutcomes(outcome_)) {
    const auto tests = told.find(module->module.name);
    if (tests == told.end()) continue;
    module->notes.push_back({model::ReasonCode::kSuiteTooSlow,
                             fmt::format("left out {}", fmt::join(tests->second, ", "))});
  }
  const WrittenTests written = Written();
  bool any_standing = false;
  TestsByFile of_this_run;
  for (const auto& [file, names] : too_slow) {
    if (written.contains(file)) {
      of_this_run[file] = names;
    } else {
      DropStanding(file, folder.NamesIn(file), names);
      any_standing = true;
    }
  }
  Drop(of_this_run, "took too long for budget.suite_time", deadline,
       model::ReasonCode::kSuiteTooSlow);
  if (limits.folder && left > std::chrono::duration<double>(*limits.folder).count()) {
    tools_.note({model::ReasonCode::kSuiteTooSlow,
                 fmt::format("tests that are never left out take {:.2g} s together", left)});
  }
  return any_standing;
}

void ClosingRuns::DropStanding(const std::string& file, const std::vector<std::string>& all,
                               const std::set<std::string>& names) {
  const std::string before = tools_.files.TextOf(file);
  const std::string module = tools_.files.HeaderOf(file)->module;
  const std::string text = tools_.campaign.DropStanding(file, all, names);
  tools_.state.ReplaceText({module, file}, before, text);
  for (model::ModuleOutcome* outcome : AllOutcomes(outcome_)) {
    if (outcome->module.name == module) ForgetStanding(*outcome, file, names);
  }
}

void ClosingRuns::ForgetStanding(model::ModuleOutcome& module, const std::string& file,
                                 const std::set<std::string>& names) {
  if (!tools_.files.Exists(file) && module.written.file == file) module.written.file.clear();
  RecallEarlier(tools_.state, module);
  if (module.earlier == nullptr) return;
  auto earlier = std::make_shared<model::ModuleOutcome>(*module.earlier);
  model::WrittenSuite& written = earlier->written;
  std::vector<bool> lost(earlier->goals.covered.size());
  const auto mark = [&](const model::GeneratedTest& test, bool is_lost) {
    for (const model::GoalIndex goal : test.goals) {
      if (goal < lost.size()) lost[goal] = is_lost;  // the state may be untrusted
    }
  };
  for (std::size_t i = written.tests.size(); i-- > 0;) {
    if (written.tests[i].file != file || !names.contains(written.tests[i].name)) continue;
    mark(written.suite[i], true);
    written.tests.erase(written.tests.begin() + static_cast<std::ptrdiff_t>(i));
    written.suite.erase(written.suite.begin() + static_cast<std::ptrdiff_t>(i));
  }
  for (const model::GeneratedTest& test : written.suite) mark(test, false);
  for (std::size_t goal = 0; goal < lost.size(); ++goal) {
    if (lost[goal]) earlier->goals.covered[goal] = false;
  }
  campaign::ForgetKillers([&](const std::string& test) { return names.contains(test); },
                          earlier->mutants);
  if (written.file == file && !tools_.files.Exists(file)) written.file.clear();
  module.earlier = std::move(earlier);
  tools_.state.StoreReports(
      tools_.run, {{module.module.name, report::JsonText(report::ModuleToJson(module)), true}});
}

void ClosingRuns::RunTogether(const base::Deadline& deadline) {
  for (int round = 0; round < kRounds; ++round) {
    if (round > 0 && deadline.Expired()) return;
    std::string cause;
    const TestsByFile failures = FailuresTogether(deadline, cause);
    if (failures.empty()) return;
    Drop(failures, "failed beside the other tests" + (cause.empty() ? "" : ": " + cause), deadline);
  }
}

// Returns the files in pytest's order of collection.
std::vector<fs::path> ClosingRuns::WrittenFiles() const {
  std::vector<fs::path> files;
  for (const model::ModuleOutcome* module : AllOutcomes(outcome_)) {
    if (WasWritten(*module)) files.push_back(module->written.file);
  }
  std::ranges::sort(files);
  return files;
}

static std::string Unseen(const model::PytestResult& together, std::size_t files) {
  return fmt::format("no time was left to see whether {}the tests of {} file{}{}",
                     together.reported ? "pytest ends after " : "", files, files == 1 ? "" : "s",
                     together.reported ? "" : " pass together");
}

// Returns test functions that fail when all written files run together in place, in pytest's order
// of collection and reversed. `cause`: their common message, if there are several and one fixture
// of the project fails them all.
ClosingRuns::TestsByFile ClosingRuns::FailuresTogether(const base::Deadline& deadline,
                                                       std::string& cause) {
  std::vector<fs::path> files = WrittenFiles();
  if (files.empty()) return {};
  model::PytestResult together;
  if (!deadline.Expired()) together = tools_.pytest.RunInPlace(files, deadline);
  if (!together.completed && !together.hangs && deadline.Expired() && !deadline.Interrupted()) {
    tools_.note({model::ReasonCode::kVerifiedInPart, Unseen(together, files.size())});
  }
  if (together.hangs && !deadline.Interrupted()) {
    return Named(FindTestsThatBlockExit(Written(), tools_.pytest, deadline));
  }
  if (!together.completed && together.tests.empty() && !deadline.Expired()) {
    tools_.note({model::ReasonCode::kNotRunInPlace, WhyPytestEnded(together.output)});
  }
  std::vector<model::PytestResult::Test> seen = std::move(together.tests);
  if (together.completed && files.size() > 1 && !deadline.Expired()) {
    std::ranges::reverse(files);
    std::ranges::move(tools_.pytest.RunInPlace(files, deadline).tests, std::back_inserter(seen));
  }
  return FailuresAmong(seen, cause);
}

ClosingRuns::TestsByFile ClosingRuns::FailuresAmong(
    const std::vector<model::PytestResult::Test>& seen, std::string& cause) const {
  TestsByFile failures;
  std::set<std::string> messages;
  for (const model::PytestResult::Test& test : seen) {
    if (!campaign::Fails(test)) continue;
    tools_.log.Say(base::Topic::kExplain, "{}: dropped {}: fails beside the others: {}", test.file,
                   test.name, test.message);
    messages.insert(test.message.substr(0, test.message.find('\n')));
    failures[test.file].insert(test.name);
  }
  const bool is_one = failures.size() == 1 && failures.begin()->second.size() == 1;
  if (messages.size() == 1 && !is_one) cause = *messages.begin();
  return failures;
}

bool ClosingRuns::RunBeside(const std::vector<std::string>& own, const base::Deadline& deadline) {
  TestFiles files;
  files.own = own;
  bool any_dropped = false;
  for (int round = 0; round < kRounds && !deadline.Expired(); ++round) {
    files.written = Written();
    files.kept = tools_.files.Runnable();
    std::erase_if(files.kept,
                  [&](const std::string& file) { return files.written.contains(file); });
    const RunTogetherResult seen = command::RunTogether(files, tools_.pytest, deadline, tools_.log);
    if (round == 0) std::ranges::for_each(seen.notes, tools_.note);
    TestsByFile dropped = Named(seen.culprits);
    for (const auto& [file, tests] : seen.failing) dropped[file].insert(tests.begin(), tests.end());
    if (dropped.empty()) break;
    Drop(dropped, "disturbed, or failed beside, other tests", deadline,
         model::ReasonCode::kHarmsOthers);
    any_dropped = true;
  }
  return any_dropped;
}

void ClosingRuns::Weigh(const base::Deadline& deadline) {
  std::vector<fs::path> files;
  for (const auto& [file, tests] : Written()) files.push_back(file);
  if (files.empty() || deadline.Expired()) return;
  std::map<std::pair<std::string, std::string>, uint64_t> peaks;  // by file and test
  for (const model::PytestResult::Test& test : tools_.pytest.WeighInPlace(files, deadline).tests) {
    if (test.peak_bytes) peaks[{test.file, test.name}] = *test.peak_bytes;
  }
  for (model::ModuleOutcome* module : AllOutcomes(outcome_)) {
    if (!WasWritten(*module)) continue;
    for (model::PytestResult::Test& test : module->written.tests) {
      const auto peak = peaks.find({test.file, test.name});
      if (peak != peaks.end()) test.peak_bytes = peak->second;
    }
    RecordReport(tools_.state, tools_.run, *module);
  }
}

WrittenTests ClosingRuns::Written() const {
  WrittenTests written;
  for (const model::ModuleOutcome* module : AllOutcomes(outcome_)) {
    if (!WasWritten(*module)) continue;
    for (const model::PytestResult::Test& test : module->written.tests) {
      written[test.file].push_back(test.name);
    }
  }
  return written;
}

ClosingRuns::TestsByFile ClosingRuns::Named(const std::vector<Culprit>& culprits) {
  TestsByFile named;
  // By file, by harm, and by whether the culprit was confirmed: one note for all of them.
  std::map<std::tuple<std::string, std::string, bool>, std::vector<std::string>> alike;
  for (const Culprit& culprit : culprits) {
    named[culprit.file].insert(culprit.name);
    alike[{culprit.file, culprit.harms, culprit.is_suspect}].push_back(culprit.name);
  }
  for (const auto& [which, names] : alike) {
    const auto& [file, harms, is_suspect] = which;
    const std::string what =
        harms.empty() ? "kept pytest from ending" : fmt::format("made {} fail", harms);
    const std::string tests = names.size() == 1 ? fmt::format("{}::{}", file, names.front())
                                                : fmt::format("{} tests of {} ({})", names.size(),
                                                              file, report::FewOf(names));
    const std::string_view were = names.size() == 1 ? "was" : "were";
    tools_.note({model::ReasonCode::kHarmsOthers,
                 is_suspect ? fmt::format("{} {} taken out: no time was left to see what {}", tests,
                                          were, what)
                            : fmt::format("{} {}, and {} taken out", tests, what, were)});
  }
  return named;
}

void ClosingRuns::Drop(const TestsByFile& tests, const std::string& why,
                       const base::Deadline& deadline, model::ReasonCode code) {
  for (const auto& [file, names] : tests) {
    for (model::ModuleOutcome* outcome : AllOutcomes(outcome_)) {
      model::ModuleOutcome& module = *outcome;
      const bool is_of_module = module.written.file == file || module.written.findings_file == file;
      if (!WasWritten(module) || !is_of_module) continue;
      const std::map<std::string, std::string> before = module.written.texts;
      const model::Subject& subject = tools_.subjects.at(module.module.name);
      campaign::CampaignResult result{std::move(module), subject};
      tools_.campaign.DropTests(result, names, deadline);
      module = std::move(result.outcome);
      if (module.written.suite.empty()) {
        module.reason.detail = names.size() == 1 ? "its only test " + why
                                                 : fmt::format("all {} {}", names.size(), why);
        if (code != model::ReasonCode::kTestsDropped) module.reason.code = code;
      } else if (code != model::ReasonCode::kSuiteTooSlow) {
        module.notes.push_back(
            {model::ReasonCode::kTestsDropped, fmt::format("{} {}", names.size(), why)});
      }
      tools_.state.RecordModule(tools_.run, module);
      ForgetFilesThatWent(before, module);
      RecordReport(tools_.state, tools_.run, module);
    }
  }
}

// Otherwise the next run would restore the file from the state.
void ClosingRuns::ForgetFilesThatWent(const std::map<std::string, std::string>& before,
                                      const model::ModuleOutcome& module) {
  for (const auto& [file, text] : before) {
    if (module.written.texts.contains(file)) continue;
    const state::WrittenFile gone{module.module.name, file};
    tools_.state.ReplaceText(gone, tools_.state.TextOf(gone), "");
  }
}

}  // namespace skua::command
