#include "render/suite_json_values.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <limits>

#include "record/integer.h"

namespace skua::render {

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
                                      {ValueKind::kType, "class"},
                                      {ValueKind::kOpaque, "opaque"}};

namespace {

constexpr int64_t kMostExact = (int64_t{1} << 53) - 1;  // the largest integer below which a double
                                                        // is exact

bool IsCollection(ValueKind kind) { return kind >= ValueKind::kList && kind <= ValueKind::kDict; }

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

void WriteInteger(int64_t integer, const std::string& digits, Json& json) {
  if (!digits.empty()) {
    json["digits"] = digits;
  } else if (integer > kMostExact || integer < -kMostExact) {
    json["digits"] = std::to_string(integer);
  } else {
    json["value"] = integer;
  }
}

void ReadInteger(const Json& json, int64_t& integer, std::string& digits) {
  if (!json.contains("digits")) {
    integer = json.at("value").get<int64_t>();
    return;
  }
  digits = json.at("digits").get<std::string>();
  const std::size_t sign = digits.starts_with('-') ? 1 : 0;
  if (digits.size() == sign || digits.find_first_not_of("0123456789", sign) != std::string::npos) {
    throw DoesNotFit("no whole number: " + digits);
  }
  const auto end = std::from_chars(digits.data(), digits.data() + digits.size(), integer);
  if (end.ec == std::errc()) digits.clear();
}

std::string Hex(const std::string& bytes) {
  std::string hex;
  for (const char c : bytes) hex += fmt::format("{:02x}", static_cast<unsigned char>(c));
  return hex;
}

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

void WriteText(const std::string& text, const std::string& key, Json& json) {
  try {
    (void)Json(text).dump();
    json[key] = text;
  } catch (const Json::type_error&) {
    json[key + "_hex"] = Hex(text);
  }
}

std::string ReadText(const Json& json, const std::string& key) {
  const auto hex = json.find(key + "_hex");
  return hex != json.end() ? FromHex(hex->get<std::string>()) : json.at(key).get<std::string>();
}

Json ValueToJson(const Value& value) {
  Json json = ScalarToJson(value, NameOf(kValueNames, value.kind));
  if (!value.type_name.empty()) json["class"] = value.type_name;
  if (IsCollection(value.kind)) {
    json["items"] = ItemsToJson(value.items, value.kind == ValueKind::kDict, ValueToJson);
  }
  if (value.kind == ValueKind::kEnumMember) WriteText(value.text, "member", json);
  if (value.kind == ValueKind::kObject) {
    if (!value.text.empty()) WriteText(value.text, "expression", json);
    if (value.integer >= 0) json["length"] = value.integer;
    if (!value.items.empty()) json["equals"] = ValueToJson(value.items[0]);
  }
  for (const auto& [name, field] : value.fields) json["fields"][name] = ValueToJson(field);
  return json;
}

Value ValueFromJson(const Json& json) {
  Value value;
  value.kind = FromName(kValueNames, json.at("kind").get<std::string>());
  ScalarFromJson(json, value);
  value.type_name = json.value("class", "");
  if (IsCollection(value.kind)) {
    ItemsFromJson(json.at("items"), value.kind == ValueKind::kDict, value.items, ValueFromJson);
  }
  if (value.kind == ValueKind::kEnumMember) value.text = ReadText(json, "member");
  if (value.kind == ValueKind::kObject) {
    const bool has_text = json.contains("expression") || json.contains("expression_hex");
    if (has_text) value.text = ReadText(json, "expression");
    value.integer = record::IntegerIn<int64_t>(json, "length", -1);
    if (json.contains("equals")) value.items.push_back(ValueFromJson(json.at("equals")));
  }
  const auto fields = json.find("fields");
  if (fields == json.end()) return value;
  for (const auto& [name, field] : fields->items()) {
    value.fields.emplace_back(name, ValueFromJson(field));
  }
  return value;
}

}  // namespace skua::render
