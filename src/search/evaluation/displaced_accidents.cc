#include "search/evaluation/displaced_accidents.h"

#include <utility>

#include "search/making/slice.h"

namespace skua::search {

using model::TestCase;
using model::Trace;

RaisingPlace RaisingPlaceOf(const Trace& trace) {
  return {trace.exception, trace.raised_in, trace.raised_at};
}

void DisplacedAccidents::Note(const TestCase& test, const RaisingPlace& place) {
  const auto known = tests_.find(place);
  if (known != tests_.end()) {
    if (test.size() < known->second.size()) known->second = test;
  } else if (tests_.size() < kMost) {
    tests_.emplace(place, test);
  }
}

std::vector<TestCase> DisplacedAccidents::Tests() const {
  std::vector<TestCase> tests;
  for (const auto& [place, test] : tests_) tests.push_back(test);
  return tests;
}

std::vector<TestCase> SlicedAccidents(const model::Subject& subject, model::Executor& executor,
                                      const std::vector<TestCase>& tests,
                                      const base::Deadline& deadline) {
  std::vector<TestCase> sliced = tests;
  std::vector<TestCase> tried;  // each test, and after it its slice
  for (const TestCase& test : tests) {
    tried.push_back(test);
    model::KeepStatements(tried.emplace_back(test), SliceOf(subject, test, test.size() - 1));
  }
  std::vector<Trace> traces;
  executor.Execute(tried, model::Isolation::kFresh, deadline, traces);
  for (std::size_t i = 0; i < tests.size(); ++i) {
    const Trace& whole = traces[2 * i];
    const Trace& slice = traces[2 * i + 1];
    const bool is_alike = slice.verdict == model::Verdict::kRaised &&
                          RaisingPlaceOf(slice) == RaisingPlaceOf(whole) &&
                          slice.executed_statements + 1u == tried[2 * i + 1].size();
    if (is_alike) sliced[i] = std::move(tried[2 * i + 1]);
  }
  return sliced;
}

}  // namespace skua::search
