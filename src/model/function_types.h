// Types of functions, of which a test can say no more than that they can be called: a closure has
// no name under which it could be had again.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include "model/value.h"

namespace skua::model {

// `type_name`: "module:qualname", as of Value.
inline bool IsFunctionType(std::string_view type_name) {
  static constexpr std::array<std::string_view, 4> kTypes = {
      "builtins:function", "builtins:builtin_function_or_method", "builtins:method",
      "functools:partial"};
  return std::ranges::find(kTypes, type_name) != kTypes.end();
}

// The type under which a test calls the value: that of a function; empty where it is known to be
// none. Of what has a name it is known that it can be called, a class or a function.
inline std::string_view FunctionTypeOf(const Value& value) {
  if (value.kind == ValueKind::kType) return "builtins:function";
  return IsFunctionType(value.type_name) ? std::string_view(value.type_name) : std::string_view();
}

}  // namespace skua::model
