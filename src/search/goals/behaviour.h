// What a test is kept for: how it ends, and which goals it covers on the way.
#pragma once

#include <string>
#include <vector>

#include "model/goal.h"
#include "model/test_case.h"
#include "model/trace.h"
#include "search/goals/goal_set.h"

namespace skua::search {

using Goals = std::vector<model::GoalIndex>;  // ascending

struct Behaviour {
  model::Verdict verdict = model::Verdict::kNotRun;
  std::string exception;
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
