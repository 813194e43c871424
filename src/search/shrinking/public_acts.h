// Public calls in the place of internal ones, where these do the same: `keys(dotted=True)` for
// `_dotted_helper()`, and `append(item)` for `_convert(item)`. The search happened to come by the
// internal one first, and a reader would ask what a caller sees of it.
#pragma once

#include <vector>

#include "model/subject.h"
#include "model/test_case.h"

namespace skua::search {

// Versions of the test with a public act: a method or operator of the same receiver; or, where
// there is no receiver, a function, a class method or a constructor of the subject. It is given the
// arguments of parameters with the same name, and for others that it cannot do without, the rest in
// order; then once more with each of its switches on. Those with the most names in common come
// first. None where the last call of the test, its act, is of nothing internal.
std::vector<model::TestCase> WithPublicActs(const model::Subject& subject,
                                            const model::TestCase& test);

}  // namespace skua::search
