// Tells which class is derived from which, as far as it follows from the subject and from Python's
// own exceptions.
#pragma once

#include <string_view>

#include "model/subject.h"

namespace skua::oracle {

// Whether `type_name` ("module:qualname"), a class of the subject or an exception, is `of` or
// derived from it; false where that is not known.
bool IsSubtype(const model::Subject& subject, std::string_view type_name, std::string_view of);

}  // namespace skua::oracle
