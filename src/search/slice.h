// What a call of a test may depend on: its operands, what they are made of, earlier calls that were
// given one of these and may have changed it, and what was done to the surroundings.
#pragma once

#include <vector>

#include "model/subject.h"
#include "model/test_case.h"

namespace skua::search {

// By statement: whether it belongs to the slice of statement `last`.
std::vector<bool> SliceOf(const model::Subject& subject, const model::TestCase& test,
                          std::size_t last);

}  // namespace skua::search
