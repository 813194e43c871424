#include "search/goals/behaviour.h"

#include <algorithm>

namespace skua::search {

using model::Verdict;

Behaviour BehaviourOf(const model::TestCase& test, const model::Trace& trace,
                      const GoalSet& goals) {
  return {trace.verdict, trace.exception, goals.CoveredBy(test, trace), trace.cost};
}

bool Includes(const Goals& all, const Goals& some) {
  return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

bool Preserves(const Behaviour& now, const Behaviour& before, const Goals& goals) {
  return before.verdict != Verdict::kNotRun && now.verdict == before.verdict &&
         now.exception == before.exception && Includes(now.covers, goals);
}

bool EndsWithRaise(const model::TestCase& test, const model::Trace& trace) {
  return trace.verdict != Verdict::kRaised || trace.executed_statements + 1u == test.size();
}

}  // namespace skua::search
