#include "search/goals/behaviour.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace skua::search {

using model::Verdict;

Ending EndingOf(const model::Trace& trace) {
  static constexpr std::array<std::string_view, 8> kAccidents = {
      "builtins:TypeError",         "builtins:AttributeError", "builtins:IndexError",
      "builtins:KeyError",          "builtins:NameError",      "builtins:UnboundLocalError",
      "builtins:ZeroDivisionError", "builtins:RecursionError"};
  if (trace.verdict != Verdict::kRaised) return Ending::kReturns;
  const bool is_accident = std::ranges::find(kAccidents, trace.exception) != kAccidents.end();
  return is_accident ? Ending::kAccident : Ending::kRaises;
}

Behaviour BehaviourOf(const model::TestCase& test, const model::Trace& trace,
                      const GoalSet& goals) {
  return {trace.verdict, trace.exception, EndingOf(trace), goals.CoveredBy(test, trace),
          trace.cost};
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
