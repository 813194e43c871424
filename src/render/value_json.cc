#include "render/value_json.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace skua::render {
namespace {

using model::Value;
using model::ValueKind;

const Names<ValueKind> kValueNames = {{ValueKind::kNone, "none"},
                                      {ValueKind::kBool, "bool"},
                                      {ValueKind::kInt, "int"},
                                      {ValueKind::kFloat, "float"},
                                      {ValueKind::kComplex, "complex"},
                                      {ValueKind::kStr, "str"},
                                      {ValueKind::kBytes, "bytes"},
                                      {ValueKind::kList, "list"},
                                      {ValueKind::kTuple, "tuple"},
                                      {ValueKind::kSet, "set"},
                                      {ValueKind::kFrozenSet, "frozenset"},
                                      {ValueKind::kDict, "dict"},
                                      {ValueKind::kEnumMember, "enum"},
                                      {ValueKind::kObject, "object"},
                                      {ValueKind::kType, "type"},
                                      {ValueKind::kOpaque, "opaque"}};

std::string FromHex(const std::string& hex) {
  if (hex.size() % 2 != 0 || hex.find_first_not_of("0123456789abcdef") != std::string::npos) {
    throw DoesNotFit("no hex: " + hex);
  }
  std::string bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  }
  return bytes;
}

}  // namespace

Json RealToJson(double real) {
  if (std::isnan(real)) return "nan";
  if (std::isinf(real)) return real > 0 ? "inf" : "-inf";
  return real;
}

double RealFromJson(const Json& json) {
  if (json.is_number()) return json.get<double>();
  const std::string text = json.get<std::string>();
  if (text == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (text == "inf") return std::numeric_limits<double>::infinity();
  if (text == "-inf") return -std::numeric_limits<double>::infinity();
  throw DoesNotFit("no number: " + text);
}

std::string Hex(const std::string& bytes) {
  std::string hex;
  for (const char c : bytes) hex += fmt::format("{:02x}", static_cast<unsigned char>(c));
  return hex;
}

// JSON strings are UTF-8; what is not, such as a lone surrogate, goes as hex.
void WriteText(const std::string& text, Json& json) {
  try {
    (void)Json(text).dump();
    json["t"] = text;
  } catch (const Json::type_error&) {
    json["h"] = Hex(text);
  }
}

std::string ReadText(const Json& json) {
  return json.contains("h") ? FromHex(json.at("h").get<std::string>())
                            : json.at("t").get<std::string>();
}

Json ValueToJson(const Value& value) {
  Json json = ScalarToJson(value, NameOf(kValueNames, value.kind));
  if (!value.type_name.empty()) json["c"] = value.type_name;
  for (const Value& item : value.items) json["items"].push_back(ValueToJson(item));
  if (value.kind == ValueKind::kEnumMember || value.kind == ValueKind::kObject) {
    if (!value.text.empty()) WriteText(value.text, json);
  }
  if (value.kind == ValueKind::kObject) json["n"] = value.integer;
  for (const auto& [name, field] : value.fields) {
    json["fields"].push_back(Json::array({name, ValueToJson(field)}));
  }
  return json;
}

Value ValueFromJson(const Json& json) {
  Value value;
  value.kind = FromName(kValueNames, json.at("k").get<std::string>());
  ScalarFromJson(json, value);
  value.type_name = json.value("c", "");
  for (const Json& item : json.value("items", Json::array())) {
    value.items.push_back(ValueFromJson(item));
  }
  const bool named = value.kind == ValueKind::kEnumMember || value.kind == ValueKind::kObject;
  if (named && (json.contains("t") || json.contains("h"))) value.text = ReadText(json);
  if (value.kind == ValueKind::kObject) value.integer = json.value("n", int64_t{-1});
  for (const Json& field : json.value("fields", Json::array())) {
    value.fields.emplace_back(field.at(0).get<std::string>(), ValueFromJson(field.at(1)));
  }
  return value;
}

}  // namespace skua::render
