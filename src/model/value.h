// A Python value as data: a constant of the module, a default, or an observed result. Recursive and
// comparable; independent of execution and of Python text.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace skua::model {

enum class ValueKind : uint8_t {
  kNone,
  kBool,     // integer: 0 or 1
  kInt,      // integer, if text is empty; else text: decimal digits with sign
  kFloat,    // real
  kComplex,  // real, imaginary
  kStr,      // text: UTF-8, lone surrogates encoded like characters ("surrogatepass")
  kBytes,    // text: the bytes
  kList,     // items
  kTuple,
  kSet,
  kFrozenSet,
  kDict,        // items: key, value, key, value, …
  kEnumMember,  // type_name; text: the member's name
  // type_name; fields: public attributes with representable values; integer: len(), or -1 if it has
  // none; text: a constructor expression, if known; items: a plain value that it equals, if any.
  kObject,
  kType,    // a class or function as a value: type_name
  kOpaque,  // type_name only: no stable facts are known
};

struct Value {
  ValueKind kind = ValueKind::kNone;
  int64_t integer = 0;
  double real = 0;
  double imaginary = 0;
  std::string text;
  std::string type_name;  // "module:qualname" for enum members, objects, types, opaque
  std::vector<Value> items;
  std::vector<std::pair<std::string, Value>> fields;

  // NaN equals NaN; 0.0 and -0.0, and True and 1, differ.
  bool operator==(const Value& other) const;
};

// Returns whether the value is or contains a float or complex.
bool ContainsFloat(const Value& value);

}  // namespace skua::model
