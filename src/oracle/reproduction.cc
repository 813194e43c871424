#include "oracle/reproduction.h"

#include <cstddef>
#include <utility>

#include "base/error.h"
#include "oracle/assertions/test_roles.h"
#include "oracle/compaction.h"

namespace skua::oracle {
namespace {

using model::Observation;
using model::TestCase;
using model::Verdict;

TestCase Beginning(const TestCase& test, std::size_t statements) {
  TestCase beginning = test;
  beginning.statements.resize(statements);
  return beginning;
}

Observation ObserveOne(const TestCase& test, model::Executor& observer,
                       const base::Deadline& deadline) {
  try {
    if (!deadline.Expired()) return std::move(observer.Observe({&test, 1}, deadline).at(0));
  } catch (const base::Error&) {
    // The worker is lost, and the trouble did not recur.
  }
  return {};
}

// Returns the statement that ends the test with this verdict: the first call of the subject after
// which the test ends so, or the last call.
std::size_t EndingStatement(const TestCase& test, Verdict verdict, const model::Subject& subject,
                            model::Executor& observer, const base::Deadline& deadline) {
  std::size_t last = test.size();
  for (std::size_t i = test.size(); i-- > 0 && last == test.size();) {
    if (RunsSubject(test, subject, i)) last = i;
  }
  for (std::size_t i = 0; i < last; ++i) {
    if (!RunsSubject(test, subject, i)) continue;
    if (ObserveOne(Beginning(test, i + 1), observer, deadline).verdict == verdict) return i;
  }
  return last;
}

}  // namespace

std::optional<model::GeneratedTest> Reproduce(const TestCase& test, Verdict verdict,
                                              const model::Subject& subject,
                                              model::Executor& observer,
                                              const base::Deadline& deadline) {
  const Observation seen = ObserveOne(test, observer, deadline);
  if (seen.verdict != verdict || !seen.side_effect.empty()) return std::nullopt;
  // A process that stopped the test itself reports the statements executed.
  const bool is_told = verdict == Verdict::kTimedOut && !seen.statements.empty();
  const std::size_t ending = is_told ? seen.statements.size()
                                     : EndingStatement(test, verdict, subject, observer, deadline);
  if (ending >= test.size() || !RunsSubject(test, subject, ending)) return std::nullopt;
  model::GeneratedTest reproduction;
  reproduction.test = Beginning(test, ending + 1);
  reproduction.is_finding = true;
  reproduction.verdict = verdict;
  Compact(reproduction, subject);
  return reproduction;
}

}  // namespace skua::oracle
