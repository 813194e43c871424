// Objects that stand in a module under a name: sentinels, singletons, constants of a class of their
// own. The runtime describes those of one class and module as a Class without a name that could be
// imported ("<Sentinel>"), whose enum_members are their names and whose bases are their class. So a
// kEnumMember statement is such an object; a test imports it by its own name, or by that of the
// class whose attribute it is ("Token.START").
#pragma once

#include "model/subject.h"

namespace skua::model {

inline bool HoldsNamedObjects(const Class& it) { return it.qualified_name.starts_with('<'); }

}  // namespace skua::model
