#include "campaign/behaviour_change.h"

#include <algorithm>
#include <string_view>

namespace skua::campaign {
namespace {

using Test = model::PytestResult::Test;
using Outcome = model::PytestResult::Outcome;

bool Fails(const Test& test) {
  return test.outcome == Outcome::kFailed || test.outcome == Outcome::kError;
}

bool IsOfWholeFile(const Test& test) { return test.name.empty(); }

const Test* Find(const model::PytestResult& result, std::string_view name) {
  const auto found = std::ranges::find(result.tests, name, &Test::name);
  return found == result.tests.end() ? nullptr : &*found;
}

// A message such as "test_x.py:12: AssertionError: assert 3 == 4" without the place.
std::string WithoutPlace(const std::string& message) {
  const std::size_t place = message.find(".py:");
  if (place == std::string::npos || place > message.find('\n')) return message;
  const std::size_t text = message.find(": ", place);
  return text == std::string::npos ? message : message.substr(text + 2);
}

model::BehaviourChange ChangeSeenBy(const Test& test, const std::string& file) {
  const model::PytestResult::Failure failure =
      test.failure.value_or(model::PytestResult::Failure{});
  model::BehaviourChange change;
  change.test = test.name;
  change.file = file;
  change.line = failure.line != 0 ? failure.line : test.line;
  change.call = failure.call;
  change.expected = failure.expected;
  change.actual = failure.actual;
  change.message = WithoutPlace(test.message);
  change.path = failure.path;
  change.path_line = failure.path_line;
  return change;
}

}  // namespace

OnBehaviourChange OnBehaviourChangeNamed(std::string_view name) {
  if (name == "fail") return OnBehaviourChange::kFail;
  return name == "accept" ? OnBehaviourChange::kAccept : OnBehaviourChange::kReport;
}

BehaviourReport FindBehaviourChanges(const RunTests& run, const std::string& file,
                                     const base::Log& log) {
  BehaviourReport report;
  const model::PytestResult first = run();
  report.runnable = first.completed && std::ranges::none_of(first.tests, [](const Test& test) {
                      return IsOfWholeFile(test) && Fails(test);
                    });
  report.passed = report.runnable && std::ranges::none_of(first.tests, Fails);
  if (!report.runnable || report.passed) return report;

  const model::PytestResult second = run();
  for (const Test& test : first.tests) {
    if (!Fails(test)) continue;
    const Test* again = Find(second, test.name);
    if (again == nullptr) continue;  // there was no time to see it fail twice
    if (!Fails(*again)) {
      log.Say(base::Topic::kExplain, "{}: {} fails in one process of two: {}", file, test.name,
              test.message);
      continue;
    }
    report.failing.push_back(test.name);
    if (test.failure && test.failure->misfit) {
      ++report.outdated;
    } else {
      report.changes.push_back(ChangeSeenBy(test, file));
    }
  }
  return report;
}

}  // namespace skua::campaign
