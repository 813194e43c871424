// Explains why a goal is open, from the covered goals around it.
#pragma once

#include <cstddef>
#include <string>

#include "model/outcome.h"

namespace skua::report {

// Returns "no generated test runs shares" or "the condition is always true in generated tests";
// empty if the goal is covered, its place is unknown, or it is a block (its branches explain it) or
// a coupled branch.
std::string WhyOpen(const model::GoalCoverage& goals, std::size_t goal);

}  // namespace skua::report
