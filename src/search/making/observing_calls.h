// Calls that show what an object is like: attributes, methods and operators without arguments.
// After a call that changed the object, they make a fault of that call visible.
#pragma once

#include <vector>

#include "model/test_case.h"
#include "search/making/type_system.h"

namespace skua::search {

// The observing calls that could be appended to the test, those on its last objects first.
std::vector<model::Statement> ListObservingCalls(const model::TestCase& test,
                                                 const TypeSystem& types);

}  // namespace skua::search
