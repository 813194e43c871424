// Finds what two fresh processes agree on: no assertion may state anything in which they differ.
#pragma once

#include <cstddef>

#include "model/trace.h"

namespace skua::oracle {

// Whether two runs of a test ended alike: same verdict, number of statements executed, exception
// and place.
bool EndsAlike(const model::Observation& first, const model::Observation& second);

// The part that both observations of the same test agree on. A value that differs becomes kOpaque
// without a type name (a result with one where both are of the same builtin type); an object keeps
// the attributes that agree; output and logs that differ are unstable. `unstable_values` counts the
// differences. REQUIRES: both have the same verdict and number of statements.
model::Observation Agreed(const model::Observation& first, const model::Observation& second,
                          std::size_t& unstable_values);

}  // namespace skua::oracle
