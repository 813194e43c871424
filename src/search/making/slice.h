// The statements on which a call of a test may depend: statements that make its operands, earlier
// calls that may have changed these, and changes of the surroundings.
#pragma once

#include <vector>

#include "model/subject.h"
#include "model/test_case.h"

namespace skua::search {

// Returns for each statement whether statement `last` may depend on it.
std::vector<bool> SliceOf(const model::Subject& subject, const model::TestCase& test,
                          std::size_t last);

// Returns for each statement whether it makes an operand of statement `last`, or changes the
// surroundings: the slice of a call that depends on no changes by earlier calls.
std::vector<bool> OperandSliceOf(const model::Subject& subject, const model::TestCase& test,
                                 std::size_t last);

}  // namespace skua::search
