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

// How a test that is worth keeping ends, what is worth most to a reader first.
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

// Whether a test that shows `now` can replace one that showed `before` and is kept for `goals`.
bool Preserves(const Behaviour& now, const Behaviour& before, const Goals& goals);

// Whether the test raises nowhere but in its last statement.
bool EndsWithRaise(const model::TestCase& test, const model::Trace& trace);

}  // namespace skua::search
