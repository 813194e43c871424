#include "report/formats/tests_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/formats/junit.h"
#include "report/outcome/remark.h"
#include "report/outcome/wording.h"

namespace skua::report {
namespace {

using model::ModuleOutcome;
using Test = model::PytestResult::Test;
using Outcome = model::PytestResult::Outcome;

// "tests/generated/test_parcel_money.py" → "tests.generated.test_parcel_money"
std::string DottedName(std::string path) {
  if (path.ends_with(".py")) path.resize(path.size() - 3);
  std::replace(path.begin(), path.end(), '/', '.');
  return path;
}

// Returns the last frames of the traceback, formatted as in Python.
std::string Traceback(const model::RaisedException& exception) {
  std::string text;
  for (const auto& frame : exception.frames) {
    text += fmt::format("{}:{} in {}\n", frame.path, frame.line, frame.function);
    if (!frame.text.empty()) text += fmt::format("    {}\n", frame.text);
  }
  return text + fmt::format("{}{}{}\n", ExceptionName(exception.type_name),
                            exception.message.empty() ? "" : ": ", exception.message);
}

// Returns a line with the command that runs the test; empty if the test is not in the tree.
std::string RunLine(const std::string& file, const std::string& test) {
  const std::string command = CommandOf(file, test);
  return command.empty() ? "" : fmt::format("run: {}\n", command);
}

// Reports a finding as skipped: the code is wrong, not the test, so it must not break the build.
void SetFinding(const ModuleOutcome& module, const model::Finding& finding, JunitCase& result) {
  result.status = JunitCase::Status::kSkipped;
  result.type = "finding";
  result.message = fmt::format("{} ({})", Describe(module, finding), PlaceOf(module, finding));
  result.details = RunLine(result.file, finding.test);
  if (finding.verdict == model::Verdict::kRaised) {
    result.details += "\n" + Traceback(finding.exception);
  }
}

// Returns the case of an earlier test that now fails; the new test, which expects the present
// behaviour, has another case.
JunitCase CaseOf(const ModuleOutcome& module, const model::BehaviourChange& change) {
  const bool breaks_build = module.reason.code == model::ReasonCode::kBehaviourChanged;
  JunitCase result;
  const bool is_guards = model::IsSeenByGuard(change);
  result.file = is_guards ? module.module.path : change.file;
  result.classname = DottedName(result.file);
  result.name = "behaviour change: " + (is_guards ? change.call : change.test);
  result.line = change.line;
  result.status = breaks_build ? JunitCase::Status::kFailure : JunitCase::Status::kSkipped;
  result.type = "behaviour-change";
  const std::string age = AgeOf(change);
  result.message = fmt::format("{} ({}){}", Describe(module, change), PlaceOf(module, change),
                               age.empty() ? "" : ", " + age);
  const bool stands = !change.expectation.empty();  // the test is in the tree
  result.details = fmt::format("expected: {}\nactual: {}\n", change.expected, change.actual);
  if (stands && change.line > 0) {
    result.details += fmt::format("assertion: {}:{}\n", change.file, change.line);
  }
  result.details += fmt::format("function: {}\n", PlaceOf(module, change));
  if (stands) {
    result.details += RunLine(change.file, change.test);
    result.details += fmt::format("if it is meant: skua accept {}\n", module.module.name);
  }
  result.details += fmt::format("\n{}\n", change.message);
  return result;
}

void SetStatus(const Test& test, JunitCase& result) {
  using Status = JunitCase::Status;
  switch (test.outcome) {
    case Outcome::kPassed:
      return;
    case Outcome::kExpectedFailure:
      result.status = Status::kSkipped;
      result.type = "pytest.xfail";
      break;
    case Outcome::kSkipped:
      result.status = Status::kSkipped;
      result.type = "pytest.skip";
      break;
    case Outcome::kFailed:
      result.status = Status::kFailure;
      result.type = "failed";
      break;
    case Outcome::kError:
    case Outcome::kCrashed:
    case Outcome::kTimedOut:
      result.status = Status::kError;
      result.type = "error";
      break;
  }
  result.message = test.message.substr(0, test.message.find('\n'));
  result.details = test.message;
}

// Returns the outcome with the module's tests in the tree: the last verified ones if this run wrote
// none, so that a trend counts all tests in every run.
const ModuleOutcome& StandingOf(const ModuleOutcome& module) {
  const bool is_kept = module.written.tests.empty() && module.earlier != nullptr &&
                       module.change != model::Change::kDeleted;
  return is_kept ? *module.earlier : module;
}

void AddCases(const ModuleOutcome& module, JunitSuite& suite) {
  for (const model::BehaviourChange& change : module.behaviour_changes) {
    suite.cases.push_back(CaseOf(module, change));
  }
  const ModuleOutcome& standing = StandingOf(module);
  for (const Test& test : standing.written.tests) {
    const bool is_told = std::ranges::any_of(module.behaviour_changes, [&](const auto& change) {
      return change.test == test.name && change.file == FileOf(standing, test);
    });
    if (&standing != &module && is_told) continue;  // it no longer passes
    JunitCase result;
    result.file = FileOf(standing, test);
    result.classname = DottedName(result.file);
    result.name = test.name;
    result.line = test.line;
    result.seconds = test.seconds;
    if (test.peak_bytes) {
      result.properties.emplace_back("peak_bytes", std::to_string(*test.peak_bytes));
    }
    const model::Finding* finding = FindingOf(standing, test);
    const bool is_shown =
        test.outcome == Outcome::kExpectedFailure || test.outcome == Outcome::kSkipped;
    if (finding != nullptr && is_shown) {
      SetFinding(standing, *finding, result);
    } else {
      SetStatus(test, result);
    }
    suite.seconds += std::max(test.seconds, 0.0);
    suite.cases.push_back(std::move(result));
  }
}

}  // namespace

std::vector<std::string> RenderTests(const model::RunOutcome& outcome,
                                     const JunitOptions& options) {
  JunitSuite suite;
  suite.name = "skua.tests";
  suite.started_unix_seconds = outcome.started_unix_seconds;
  for (const auto* outcomes : {&outcome.modules, &outcome.pairs}) {
    for (const ModuleOutcome& module : *outcomes) AddCases(module, suite);
  }
  return RenderJunit(std::move(suite), options);
}

}  // namespace skua::report
