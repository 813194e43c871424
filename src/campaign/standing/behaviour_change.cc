#include "campaign/standing/behaviour_change.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace skua::campaign {
namespace {

using Test = model::PytestResult::Test;
using Outcome = model::PytestResult::Outcome;

// Returns the places of the tests. pytest runs the cases of a table in their order.
std::vector<render::TestPlace> PlacesOf(const std::vector<Test>& tests) {
  std::map<std::string_view, std::size_t> rows;  // by function: how many there were so far
  std::vector<render::TestPlace> places;
  for (const Test& test : tests) {
    const std::string_view function = render::FunctionOf(test.name);
    render::TestPlace& place = places.emplace_back();
    place.function = function;
    if (function.size() < test.name.size()) place.row = rows[function]++;
  }
  return places;
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

// Returns whether it failed because it passed, although its mark says that it fails. The first text
// is pytest's for strict xfail, the others for unittest's expectedFailure in its older and newer
// versions.
bool PassesUnexpectedly(const Test& test) {
  if (!Fails(test)) return false;
  const std::string message = WithoutPlace(test.message);
  return message.find("[XPASS(strict)]") != std::string::npos || message == "Unexpected success" ||
         message == "Failed: Unexpected success";
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

bool Fails(const Test& test) {
  return test.outcome == Outcome::kFailed || test.outcome == Outcome::kError;
}

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
  if (!report.runnable) return report;
  const std::vector<render::TestPlace> places = PlacesOf(first.tests);
  for (std::size_t i = 0; i < first.tests.size(); ++i) {
    if (first.tests[i].outcome == Outcome::kPassed) report.passed_places.push_back(places[i]);
  }
  report.passed = std::ranges::none_of(first.tests, Fails);
  if (report.passed) return report;

  const model::PytestResult second = run();
  for (std::size_t i = 0; i < first.tests.size(); ++i) {
    const Test& test = first.tests[i];
    if (!Fails(test)) continue;
    const Test* again = Find(second, test.name);
    if (again == nullptr) continue;  // there was no time to see it fail twice
    if (!Fails(*again)) {
      log.Say(base::Topic::kExplain, "{}: {} fails in one process of two: {}", file, test.name,
              test.message);
    } else if (PassesUnexpectedly(test)) {
      if (PassesUnexpectedly(*again)) report.passed_places.push_back(places[i]);
    } else if (test.failure && test.failure->misfit) {
      report.misfits.push_back(test.name);
      ++report.outdated;
    } else {
      report.changes.push_back(ChangeSeenBy(test, file));
      report.places.push_back(places[i]);
    }
  }
  return report;
}

}  // namespace skua::campaign
