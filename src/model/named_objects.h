// Named objects of a module: sentinels, singletons, constants of a class of their own. The runtime
// describes the named objects of one class and module as a Class that cannot be imported
// ("<Sentinel>"): its enum_members are their names, and its base is their class. A kEnumMember
// statement of such a Class is a named object; a test imports it by its own name, or by that of the
// class whose attribute it is ("Token.START"). Observations have a named object as a kEnumMember
// value of such a Class, "module:<Sentinel>".
#pragma once

#include <string_view>

#include "model/subject.h"
#include "model/value.h"

namespace skua::model {

inline bool HoldsNamedObjects(const Class& it) { return it.qualified_name.starts_with('<'); }

// Returns whether a test may pass the class itself as a value: not for a Class of named objects,
// nor for a class that the test file defines.
inline bool MayBePassed(const Class& it) {
  return !HoldsNamedObjects(it) && (it.in_subject || it.definition.empty());
}

// Returns the module from which the named object is imported by the value's text; empty for other
// values.
inline std::string_view ModuleOfNamedObject(const Value& value) {
  if (value.kind != ValueKind::kEnumMember) return {};
  const std::string_view type_name = value.type_name;
  const std::size_t colon = type_name.find(":<");
  return colon == std::string_view::npos ? std::string_view() : type_name.substr(0, colon);
}

}  // namespace skua::model
