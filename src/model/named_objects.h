// Objects that stand in a module under a name: sentinels, singletons, constants of a class of their
// own. The runtime describes those of one class and module as a Class without a name that could be
// imported ("<Sentinel>"), whose enum_members are their names and whose bases are their class. So a
// kEnumMember statement is such an object; a test imports it by its own name, or by that of the
// class whose attribute it is ("Token.START"). So is what an observer tells of one: a kEnumMember
// value of such a class, "module:<Sentinel>".
#pragma once

#include <string_view>

#include "model/subject.h"
#include "model/value.h"

namespace skua::model {

inline bool HoldsNamedObjects(const Class& it) { return it.qualified_name.starts_with('<'); }

// Whether a test may pass the class itself as a value: not one that stands for objects, nor one
// that only serves to stand in for what the test does not have.
inline bool MayBePassed(const Class& it) {
  return !HoldsNamedObjects(it) && (it.in_subject || it.definition.empty());
}

// The module from which the object is imported, by the value's text; empty for other values.
inline std::string_view ModuleOfNamedObject(const Value& value) {
  if (value.kind != ValueKind::kEnumMember) return {};
  const std::string_view type_name = value.type_name;
  const std::size_t colon = type_name.find(":<");
  return colon == std::string_view::npos ? std::string_view() : type_name.substr(0, colon);
}

}  // namespace skua::model
