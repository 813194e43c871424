// Types of functions that a test cannot import, such as closures. A test can only assert that they
// are callable.
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

// Returns the function type of a value that a test can call, or an empty string for other values. A
// value with a name, a class or a function, can be called.
inline std::string_view FunctionTypeOf(const Value& value) {
  if (value.kind == ValueKind::kType) return "builtins:function";
  return IsFunctionType(value.type_name) ? std::string_view(value.type_name) : std::string_view();
}

}  // namespace skua::model
