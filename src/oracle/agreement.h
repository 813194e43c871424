// What two fresh processes agree on: the difference is what no assertion may state.
#pragma once

#include <cstddef>

#include "model/trace.h"

namespace skua::oracle {

// Whether the two runs of a test ended alike: verdict, statements executed, exception and place.
bool EndsAlike(const model::Observation& first, const model::Observation& second);

// What both observations of the same test saw. A value that differs becomes kOpaque without a type
// name (a result with one where both are of the same builtin type); of an object the attributes
// that agree are kept; output and logs that differ are unstable. `unstable_values` counts what
// differed. REQUIRES: they agree on verdict and on the number of statements.
model::Observation Agreed(const model::Observation& first, const model::Observation& second,
                          std::size_t& unstable_values);

}  // namespace skua::oracle
