// Tells what callers outside of the module have no business with.
#pragma once

#include "model/subject.h"

namespace skua::model {

// Whether the callable's own name begins with an underscore, or it is protected. Constructors and
// operators, which are not called by their names, count by the latter alone.
bool IsInternal(const Callable& callable);

}  // namespace skua::model
