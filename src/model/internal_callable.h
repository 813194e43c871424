// Tells which callables are internal to the module.
#pragma once

#include "model/subject.h"

namespace skua::model {

// Returns whether the callable is protected or its own name begins with an underscore. The name
// does not count for constructors and operators, which are not called by it.
bool IsInternal(const Callable& callable);

}  // namespace skua::model
