#include "oracle/assertions/assertion_judge.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "model/named_objects.h"
#include "oracle/assertions/value_match.h"

namespace skua::oracle {
namespace {

using model::Value;
using model::ValueKind;

bool IsPublicPath(std::string_view qualified_name) {
  while (true) {
    const auto dot = qualified_name.find('.');
    if (!IsPublicName(qualified_name.substr(0, dot))) return false;
    if (dot == std::string_view::npos) return true;
    qualified_name.remove_prefix(dot + 1);
  }
}

bool IsNameableBuiltin(std::string_view name) {
  static constexpr std::array<std::string_view, 20> kBuiltins = {
      "bool",  "bytearray", "bytes",      "complex",   "dict",       "float",        "frozenset",
      "int",   "list",      "object",     "range",     "set",        "slice",        "str",
      "tuple", "type",      "memoryview", "Exception", "SystemExit", "BaseException"};
  return std::find(kBuiltins.begin(), kBuiltins.end(), name) != kBuiltins.end() ||
         name.ends_with("Error") || name.ends_with("Warning");
}

// Library types whose repr() is an expression that equals the value.
bool IsConstructible(const Value& value) {
  static constexpr std::array<std::string_view, 21> kTypes = {"decimal:Decimal",
                                                              "fractions:Fraction",
                                                              "datetime:date",
                                                              "datetime:datetime",
                                                              "datetime:time",
                                                              "datetime:timedelta",
                                                              "datetime:timezone",
                                                              "uuid:UUID",
                                                              "pathlib:PosixPath",
                                                              "pathlib:PurePosixPath",
                                                              "pathlib._local:PosixPath",
                                                              "pathlib._local:PurePosixPath",
                                                              "builtins:range",
                                                              "builtins:bytearray",
                                                              "builtins:slice",
                                                              "collections:deque",
                                                              "array:array",
                                                              "ipaddress:IPv4Address",
                                                              "ipaddress:IPv6Address",
                                                              "ipaddress:IPv4Network",
                                                              "ipaddress:IPv6Network"};
  return !value.text.empty() && value.text.find("NaN") == std::string::npos &&
         std::find(kTypes.begin(), kTypes.end(), value.type_name) != kTypes.end();
}

}  // namespace

bool IsUnstable(const Value& value) {
  return value.kind == ValueKind::kOpaque && value.type_name.empty();
}

bool IsPublicName(std::string_view name) {
  const bool plain = std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
  return plain && !name.empty() && name[0] != '_' && !(name[0] >= '0' && name[0] <= '9');
}

Value Plain(const Value& value) {
  if (value.kind == ValueKind::kObject) {
    const bool has_equal = value.text.empty() && !value.items.empty();
    return has_equal ? Plain(value.items[0]) : value;
  }
  Value plain = value;
  for (Value& item : plain.items) item = Plain(item);
  return plain;
}

bool AssertionJudge::IsNameable(std::string_view name) const {
  const auto colon = name.find(':');
  if (colon == std::string_view::npos) return false;
  const std::string_view module = name.substr(0, colon);
  const std::string_view qualified = name.substr(colon + 1);
  if (module == "builtins") return IsNameableBuiltin(qualified);
  const auto is_it = [&](const auto& own) {
    return own.module == module && own.qualified_name == qualified && IsPublicPath(qualified);
  };
  return std::any_of(subject_.classes.begin(), subject_.classes.end(), is_it) ||
         std::any_of(subject_.callables.begin(), subject_.callables.end(), [&](const auto& own) {
           return own.kind == model::CallableKind::kFunction && is_it(own);
         });
}

bool AssertionJudge::IsSimple(const Value& value) const {
  return CanBeWritten(value) && TextLength(value) <= characters_;
}

bool AssertionJudge::AllCanBeWritten(const Value& value) const {
  return std::all_of(value.items.begin(), value.items.end(),
                     [&](const Value& item) { return CanBeWritten(item); });
}

bool AssertionJudge::CanBeWritten(const Value& value) const {
  switch (value.kind) {
    case ValueKind::kNone:
    case ValueKind::kBool:
    case ValueKind::kInt:
    case ValueKind::kFloat:
    case ValueKind::kStr:
    case ValueKind::kBytes:
      return true;
    case ValueKind::kComplex:
      return std::isfinite(value.real) && std::isfinite(value.imaginary);
    case ValueKind::kList:
    case ValueKind::kTuple:
      return AllCanBeWritten(value);
    case ValueKind::kSet:
    case ValueKind::kFrozenSet:
      // A set or dict finds members by their hash, so a float inside would have to match exactly.
      return !ContainsFloat(value) && AllCanBeWritten(value);
    case ValueKind::kDict: {
      for (std::size_t i = 0; i < value.items.size(); i += 2) {
        const Value& key = value.items[i];
        if (ContainsFloat(key) || !CanBeWritten(key)) return false;
      }
      return AllCanBeWritten(value);
    }
    case ValueKind::kEnumMember:
      return IsPublicName(value.text) &&
             (!model::ModuleOfNamedObject(value).empty() || IsNameable(value.type_name));
    case ValueKind::kType:
      return IsNameable(value.type_name);
    case ValueKind::kObject:
      return IsConstructible(value);
    case ValueKind::kOpaque:
      return false;
  }
  return false;
}

}  // namespace skua::oracle
