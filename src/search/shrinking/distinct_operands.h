// Operands of their own: `other = Version("1")` and `version == other` in place of
// `version == version`, which says little of how two objects compare.
#pragma once

#include <optional>

#include "model/subject.h"
#include "model/test_case.h"

namespace skua::search {

// Whether the last statement gives an operator the same object twice, which a constructor made.
bool ComparesWithItself(const model::Subject& subject, const model::TestCase& test);

// The test with a second object, made in the same way, as the operator's other operand.
// REQUIRES: ComparesWithItself.
model::TestCase WithSecondOperand(const model::TestCase& test);

}  // namespace skua::search
