#include "search/evaluation/execution.h"

#include <algorithm>

#include "model/options/time_policy.h"

namespace skua::search {

using model::TestCase;
using model::Trace;
using model::Verdict;

Execution::Execution(const GoalSet& goals, model::Executor& executor,
                     const base::Deadline& deadline, SearchOptions::Preference preference)
    : goals_(goals),
      deadline_(deadline),
      preference_(preference),
      executor_(executor),
      archive_(goals, executor_, preference),
      open_predicates_(goals) {
  Retire();
}

void Execution::Execute(std::span<TestCase> tests) {
  // However slow the tests, time is left to confirm what they found.
  const double part = 1 - model::TimePolicy{}.executing.confirming;
  executor_.Execute(tests, model::Isolation::kShared,
                    deadline_.Within(model::Scaled(deadline_.Remaining(), part)), traces_);
  gained_.assign(tests.size(), false);
  for (std::size_t i = 0; i < tests.size(); ++i) {
    const Trace& trace = traces_[i];
    if (trace.verdict == Verdict::kRaised && trace.executed_statements + 1u < tests[i].size()) {
      tests[i].statements.resize(trace.executed_statements + 1u);
    }
    if (IsTrouble(trace.verdict)) suspects_.Note(tests[i], trace);
  }
}

bool Execution::UpdateArchive(std::span<const TestCase> tests) {
  if (!archive_.Update(tests, traces_, deadline_)) return false;
  const auto newly = archive_.newly_covered();
  for (std::size_t i = 0; i < tests.size(); ++i) {
    goals_.VisitCovered(tests[i], traces_[i], [&](model::GoalIndex goal) {
      if (std::binary_search(newly.begin(), newly.end(), goal)) gained_[i] = true;
    });
  }
  open_predicates_.Close(newly);
  Retire();
  return true;
}

const std::vector<Trace>& Execution::Probe(std::span<const TestCase> tests) {
  executor_.Execute(tests, model::Isolation::kShared, deadline_, probed_);
  return probed_;
}

void Execution::Retire() {
  if (preference_ == SearchOptions::Preference::kFast) return;
  const auto predicates = open_predicates_.newly_closed();
  if (!predicates.empty()) executor_.Retire(predicates);
}

}  // namespace skua::search
