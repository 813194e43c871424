// Calls that show what an object is like: attributes, methods and operators without arguments.
// Behind a call that changed the object they let a fault in that call be seen.
#pragma once

#include <vector>

#include "model/test_case.h"
#include "search/type_system.h"

namespace skua::search {

// Those that could be appended to the test, on its last objects first.
std::vector<model::Statement> ListObservingCalls(const model::TestCase& test,
                                                 const TypeSystem& types);

}  // namespace skua::search
