#include "protocol/value_json.h"

#include <cmath>
#include <utility>

#include "protocol/control.h"

namespace skua::protocol {
namespace {

using model::Value;
using model::ValueKind;
using Json = nlohmann::json;

constexpr std::string_view kValueKinds[] = {
    "none",  "bool", "int",       "float", "complex", "str",    "bytes", "list",
    "tuple", "set",  "frozenset", "dict",  "enum",    "object", "type",  "opaque"};

// Deeper values are cut by the worker; a limit here keeps a mistake from overflowing the stack.
constexpr int kDeepestValue = 200;

Value ReadNested(const Field& field, int depth) {
  if (depth > kDeepestValue) field.Fail("a value nested less deeply");
  const auto items = [&](const char* name) {
    return field.List(name, [&](const Field& item) { return ReadNested(item, depth + 1); });
  };
  Value value;
  value.kind = field["k"].OneOf<ValueKind>(kValueKinds);
  switch (value.kind) {
    case ValueKind::kNone:
      break;
    case ValueKind::kBool:
      value.integer = field["v"].Bool();
      break;
    case ValueKind::kInt:
      field.Has("t") ? void(value.text = field["t"].Text())
                     : void(value.integer = field["v"].Integer());
      break;
    case ValueKind::kFloat:
      value.real = field["v"].Real();
      break;
    case ValueKind::kComplex:
      value.real = field["r"].Real();
      value.imaginary = field["i"].Real();
      break;
    case ValueKind::kStr:
      value.text = field.Has("h") ? field["h"].Hex() : field["t"].Text();
      break;
    case ValueKind::kBytes:
      value.text = field["h"].Hex();
      break;
    case ValueKind::kDict:
      if (field["i"].size() % 2 != 0) field["i"].Fail("keys and values in pairs");
      [[fallthrough]];
    case ValueKind::kList:
    case ValueKind::kTuple:
    case ValueKind::kSet:
    case ValueKind::kFrozenSet:
      field["i"].size();
      value.items = items("i");
      break;
    case ValueKind::kEnumMember:
      value.type_name = field["c"].Text();
      value.text = field["t"].Text();
      break;
    case ValueKind::kObject:
      value.type_name = field["c"].Text();
      if (field.Has("t")) value.text = field["t"].Text();
      value.integer = field["n"].Integer();
      value.fields = field.List("f", [&](const Field& pair) {
        return std::pair(pair.At(0).Text(), ReadNested(pair.At(1), depth + 1));
      });
      value.items = items("i");
      break;
    case ValueKind::kType:
    case ValueKind::kOpaque:
      value.type_name = field["c"].Text();
      break;
  }
  return value;
}

std::string ToHex(std::string_view bytes) {
  std::string digits;
  for (const char byte : bytes) digits += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  return digits;
}

Json RealToJson(double real) {
  if (std::isnan(real)) return "nan";
  if (std::isinf(real)) return real > 0 ? "inf" : "-inf";
  return real;
}

// Whether JSON can hold it as it is: UTF-8, without the surrogates that "surrogatepass" lets in.
bool IsUtf8(const std::string& text) {
  try {
    return !Json(text).dump().empty();
  } catch (const Json::type_error&) {
    return false;
  }
}

}  // namespace

Value ReadValue(const Field& field) { return ReadNested(field, 0); }

Value ValueFromJson(const Json& json) { return ReadValue(Field(json)); }

Json ValueToJson(const Value& value) {
  Json json = {{"k", kValueKinds[static_cast<std::size_t>(value.kind)]}};
  switch (value.kind) {
    case ValueKind::kNone:
      break;
    case ValueKind::kBool:
      json["v"] = value.integer != 0;
      break;
    case ValueKind::kInt:
      value.text.empty() ? json["v"] = value.integer : json["t"] = value.text;
      break;
    case ValueKind::kFloat:
      json["v"] = RealToJson(value.real);
      break;
    case ValueKind::kComplex:
      json["r"] = RealToJson(value.real);
      json["i"] = RealToJson(value.imaginary);
      break;
    case ValueKind::kStr:
      IsUtf8(value.text) ? json["t"] = value.text : json["h"] = ToHex(value.text);
      break;
    case ValueKind::kBytes:
      json["h"] = ToHex(value.text);
      break;
    case ValueKind::kList:
    case ValueKind::kTuple:
    case ValueKind::kSet:
    case ValueKind::kFrozenSet:
    case ValueKind::kDict:
      json["i"] = Json::array();
      for (const Value& item : value.items) json["i"].push_back(ValueToJson(item));
      break;
    case ValueKind::kEnumMember:
      json["c"] = value.type_name;
      json["t"] = value.text;
      break;
    case ValueKind::kObject:
      json["c"] = value.type_name;
      if (!value.text.empty()) json["t"] = value.text;
      json["n"] = value.integer;
      json["f"] = Json::array();
      for (const auto& [name, field] : value.fields)
        json["f"].push_back({name, ValueToJson(field)});
      if (!value.items.empty()) json["i"] = Json::array({ValueToJson(value.items[0])});
      break;
    case ValueKind::kType:
    case ValueKind::kOpaque:
      json["c"] = value.type_name;
      break;
  }
  return json;
}

}  // namespace skua::protocol
