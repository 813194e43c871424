// Tells which class is derived from which, for classes of the subject and builtin exceptions.
#pragma once

#include <string_view>

#include "model/subject.h"

namespace skua::oracle {

// Returns whether the class `type_name` ("module:qualname") is `of` or derived from it; false for
// unknown classes.
bool IsSubtype(const model::Subject& subject, std::string_view type_name, std::string_view of);

}  // namespace skua::oracle
