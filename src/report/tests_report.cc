#include "report/tests_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/junit.h"
#include "report/wording.h"

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

std::string FindingOf(const ModuleOutcome& module, const Test& test) {
  const std::string function = test.name.substr(0, test.name.find('['));
  for (const model::Finding& finding : module.findings) {
    if (finding.test == function) {
      return fmt::format("finding: {} ({})", Describe(module, finding), PlaceOf(module, finding));
    }
  }
  return "finding: " + (test.message.empty() ? "fails as expected" : test.message);
}

void SetStatus(const ModuleOutcome& module, const Test& test, JunitCase& result) {
  using Status = JunitCase::Status;
  switch (test.outcome) {
    case Outcome::kPassed:
      return;
    case Outcome::kExpectedFailure:
      result.status = Status::kSkipped;
      result.type = "pytest.xfail";
      result.message = FindingOf(module, test);
      return;
    case Outcome::kSkipped:
      result.status = Status::kSkipped;
      result.type = "pytest.skip";
      break;
    case Outcome::kFailed:
      result.status = Status::kFailure;
      result.type = "failed";
      break;
    case Outcome::kError:
      result.status = Status::kError;
      result.type = "error";
      break;
  }
  result.message = test.message.substr(0, test.message.find('\n'));
  result.details = test.message;
}

}  // namespace

std::string TestsReport::Render(const model::RunOutcome& outcome) const {
  JunitSuite suite;
  suite.name = "skua.tests";
  suite.started_unix_seconds = outcome.started_unix_seconds;
  for (const ModuleOutcome& module : outcome.modules) {
    for (const Test& test : module.tests) {
      JunitCase result;
      // The file as it stands in the project, wherever it was verified.
      result.file = module.file.empty() ? test.file : module.file;
      result.classname = DottedName(result.file);
      result.name = test.name;
      result.line = test.line;
      result.seconds = test.seconds;
      SetStatus(module, test, result);
      suite.seconds += std::max(test.seconds, 0.0);
      suite.cases.push_back(std::move(result));
    }
  }
  return RenderJunit(suite);
}

}  // namespace skua::report
