// Why a goal is open, as far as what is known of the other goals tells it.
#pragma once

#include <cstddef>
#include <string>

#include "model/outcome.h"

namespace skua::report {

// "no generated test runs shares", "the condition is always true in generated tests". Empty where
// the goal is covered or its place is not known, for blocks, whose branches say it already, and for
// the coupled branches of a pair.
std::string WhyOpen(const model::GoalCoverage& goals, std::size_t goal);

}  // namespace skua::report
