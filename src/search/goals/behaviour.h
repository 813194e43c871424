// What a test is kept for: how it ends, and which goals it covers on the way.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/goal.h"
#include "model/test_case.h"
#include "model/trace.h"
#include "search/goals/goal_set.h"

namespace skua::search {

using Goals = std::vector<model::GoalIndex>;  // ascending

// The end of a test that is worth keeping, the most valuable to a reader first.
enum class Ending : uint8_t {
  kReturns,
  kRaises,
  // With an exception that Python raises where an operation does not fit its operands. Code that
  // means to refuse a value may raise the same; nothing tells the two apart here.
  kAccident,
};
Ending EndingOf(const model::Trace& trace);

struct Behaviour {
  model::Verdict verdict = model::Verdict::kNotRun;
  std::string exception;
  Ending ending = Ending::kReturns;
  Goals covers;
  model::ExecutionCost cost;
};

// `trace` is what the test showed.
Behaviour BehaviourOf(const model::TestCase& test, const model::Trace& trace, const GoalSet& goals);

bool Includes(const Goals& all, const Goals& some);

// Returns whether a test that showed `now` can replace one that showed `before` and is kept for
// `goals`.
bool Preserves(const Behaviour& now, const Behaviour& before, const Goals& goals);

// Returns whether only the last statement of the test raises.
bool EndsWithRaise(const model::TestCase& test, const model::Trace& trace);

}  // namespace skua::search
