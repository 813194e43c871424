// Merges the observations of two fresh processes. An assertion may only state values on which both
// agree.
#pragma once

#include <cstddef>

#include "model/trace.h"

namespace skua::oracle {

// Returns whether two runs of a test ended with the same verdict, number of executed statements,
// exception type and source line.
bool EndsAlike(const model::Observation& first, const model::Observation& second);

// Returns the part on which both observations of a test agree. A value that differs becomes kOpaque
// without a type name; a result keeps the type name if both results have the same builtin type. An
// object keeps the attributes that agree. Output and logs that differ are marked unstable.
// `unstable_values` counts the differences. REQUIRES: both have the same verdict and number of
// statements.
model::Observation Agreed(const model::Observation& first, const model::Observation& second,
                          std::size_t& unstable_values);

}  // namespace skua::oracle
