// The statements on which a call of a test may depend: those that make its operands, earlier calls
// that were given one of these and may have changed it, and changes of the surroundings.
#pragma once

#include <vector>

#include "model/subject.h"
#include "model/test_case.h"

namespace skua::search {

// By statement: whether statement `last` may depend on it.
std::vector<bool> SliceOf(const model::Subject& subject, const model::TestCase& test,
                          std::size_t last);

// By statement: whether it makes an operand of statement `last`, or changes the surroundings. It is
// the slice of a call that depends on nothing that earlier calls changed.
std::vector<bool> OperandSliceOf(const model::Subject& subject, const model::TestCase& test,
                                 std::size_t last);

}  // namespace skua::search
