#include "oracle/assertions/expectation.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "oracle/assertions/assertion_builder.h"
#include "oracle/assertions/assertion_judge.h"

namespace skua::oracle {
namespace {

using model::Assertion;
using model::AssertionKind;
using model::GeneratedTest;
using model::Observation;
using model::Verdict;

// Sets the calls and the exception of the test as observed; returns false if it did not end.
bool SetObservedEnd(const Observation& seen, GeneratedTest& test) {
  const std::size_t executed = seen.statements.size();
  if (seen.verdict == Verdict::kPassed && executed == test.test.size()) {
    test.exception.reset();
  } else if (seen.verdict == Verdict::kRaised && executed < test.test.size()) {
    test.exception = seen.exception;
    test.test.statements.resize(executed + 1);
  } else {
    return false;
  }
  test.verdict = Verdict::kPassed;
  test.is_finding = false;
  return true;
}

// Returns whether the assertion can state the value.
bool CanState(const Assertion& assertion, const model::Value& value, const AssertionJudge& judge) {
  if (assertion.kind == AssertionKind::kIsInstance) return judge.IsNameable(value.type_name);
  return judge.IsSimple(value);
}

}  // namespace

std::optional<Difference> DifferenceOf(const GeneratedTest& test, const model::Subject& subject,
                                       const Observation& seen,
                                       const MatchedMessage& matched_message) {
  if (!EndsAsExpected(test, subject, seen, matched_message)) return Difference{};
  const std::vector<uint32_t> failing = FailingAssertions(test.assertions, subject, seen);
  if (failing.empty()) return std::nullopt;
  auto values = SeenByAssertions(test.assertions, subject, seen);
  return Difference{failing.front(), std::move(values[failing.front()])};
}

std::optional<GeneratedTest> UpToDate(GeneratedTest test, const model::Subject& subject,
                                      const Observation& seen) {
  const bool raised = test.exception.has_value();
  if (!SetObservedEnd(seen, test)) return std::nullopt;
  const AssertionJudge judge(subject, kAllCandidates.characters);
  const auto values = SeenByAssertions(test.assertions, subject, seen);
  std::vector<Assertion> kept;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const bool is_reached = test.assertions[i].after_statement < test.test.size();
    if (!is_reached || !values[i] || !CanState(test.assertions[i], *values[i], judge)) continue;
    kept.push_back(std::move(test.assertions[i]));
    kept.back().expected = *values[i];
  }
  const std::vector<uint32_t> failing = FailingAssertions(kept, subject, seen);
  for (std::size_t i = failing.size(); i-- > 0;) kept.erase(kept.begin() + failing[i]);
  // No assertion is on the result of a call that raised before.
  if (kept.empty() || (raised && !test.exception)) {
    kept = BuildAssertions(test.test, subject, seen, {});
  }
  test.assertions = std::move(kept);
  if (test.assertions.empty() && !test.exception) return std::nullopt;
  return test;
}

}  // namespace skua::oracle
