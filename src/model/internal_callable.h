// Tells whether a callable is internal to the module.
#pragma once

#include "model/subject.h"

namespace skua::model {

// Returns whether the callable is protected or its own name begins with an underscore. Ignores the
// name of constructors and operators, which are not called by name.
bool IsInternal(const Callable& callable);

}  // namespace skua::model
