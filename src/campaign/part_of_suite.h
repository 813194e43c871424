// The part of a suite that is verified where time does not suffice for all of it.
#pragma once

#include <cstddef>

#include "model/suite.h"

namespace skua::campaign {

// Leaves at most so many tests, in their order: those that stand in a file, however many, then
// those that cover most of the goals that no chosen one covers, findings last.
model::Suite MostWorth(model::Suite suite, std::size_t most);

}  // namespace skua::campaign
