// Which classes of values a type lets one expect, for goals about arguments and results.
#pragma once

#include <bitset>

#include "model/subject.h"
#include "model/trace.h"

namespace skua::search {

using ValueClasses = std::bitset<model::kValueClasses>;

// The classes of the type's values. kNaN is one of what is known to be a float, by an annotation, a
// default value or what existing tests pass; where nothing is known of the type these are all
// others. kOther is never among them, because it says nothing.
ValueClasses ClassesOf(const model::Subject& subject, model::TypeIndex type);

// Returns whether tests call it for its own sake.
bool IsTested(const model::Callable& callable);

}  // namespace skua::search
