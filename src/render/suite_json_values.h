// Values, and what statements share with them, as JSON: the parts of suite_json.h's format.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "base/json.h"
#include "model/value.h"

namespace skua::render {

using Json = nlohmann::ordered_json;

// Thrown when something that the JSON names no longer exists, or the JSON is not of this form. The
// test is then dropped.
struct DoesNotFit : std::runtime_error {
  using std::runtime_error::runtime_error;
};

template <typename Enum>
using Names = std::vector<std::pair<Enum, const char*>>;

// The name of an enumerator; null when it has none.
template <typename Enum>
const char* FindName(const Names<Enum>& names, Enum value) {
  const auto found =
      std::find_if(names.begin(), names.end(), [&](const auto& n) { return n.first == value; });
  return found == names.end() ? nullptr : found->second;
}

template <typename Enum>
const char* NameOf(const Names<Enum>& names, Enum value) {
  const char* name = FindName(names, value);
  if (name == nullptr) throw std::logic_error("nothing of this kind is ever in a suite");
  return name;
}

template <typename Enum>
Enum FromName(const Names<Enum>& names, const std::string& name) {
  const auto found =
      std::find_if(names.begin(), names.end(), [&](const auto& n) { return n.second == name; });
  if (found == names.end()) throw DoesNotFit("no such kind: " + name);
  return found->first;
}

extern const Names<model::ValueKind> kValueNames;

Json RealToJson(double real);
double RealFromJson(const Json& json);

// Whole numbers that every reader of JSON keeps exact have "value", the others "digits".
void WriteInteger(int64_t integer, const std::string& digits, Json& json);
void ReadInteger(const Json& json, int64_t& integer, std::string& digits);

// Bytes: "0aff".
std::string Hex(const std::string& bytes);
std::string FromHex(const std::string& hex);
// Writes a text under `key`, or under `key`_hex when JSON strings cannot hold it, as with a lone
// surrogate.
void WriteText(const std::string& text, const std::string& key, Json& json);
std::string ReadText(const Json& json, const std::string& key);

Json ValueToJson(const model::Value& value);
model::Value ValueFromJson(const Json& json);

// The scalar fields that statements and values share.
template <typename Scalar>
Json ScalarToJson(const Scalar& scalar, const char* kind) {
  using Kind = decltype(scalar.kind);
  Json json = {{"kind", kind}};
  switch (scalar.kind) {
    case Kind::kBool:
      json["value"] = scalar.integer != 0;
      break;
    case Kind::kInt:
      WriteInteger(scalar.integer, scalar.text, json);
      break;
    case Kind::kFloat:
      json["value"] = RealToJson(scalar.real);
      break;
    case Kind::kComplex:
      json["real"] = RealToJson(scalar.real);
      json["imaginary"] = RealToJson(scalar.imaginary);
      break;
    case Kind::kStr:
      WriteText(scalar.text, "text", json);
      break;
    case Kind::kBytes:
      json["hex"] = Hex(scalar.text);
      break;
    default:
      break;
  }
  return json;
}

template <typename Scalar>
void ScalarFromJson(const Json& json, Scalar& scalar) {
  using Kind = decltype(scalar.kind);
  switch (scalar.kind) {
    case Kind::kBool:
      scalar.integer = json.at("value").get<bool>() ? 1 : 0;
      break;
    case Kind::kInt:
      ReadInteger(json, scalar.integer, scalar.text);
      break;
    case Kind::kFloat:
      scalar.real = RealFromJson(json.at("value"));
      break;
    case Kind::kComplex:
      scalar.real = RealFromJson(json.at("real"));
      scalar.imaginary = RealFromJson(json.at("imaginary"));
      break;
    case Kind::kStr:
      scalar.text = ReadText(json, "text");
      break;
    case Kind::kBytes:
      scalar.text = FromHex(json.at("hex").get<std::string>());
      break;
    default:
      break;
  }
}

// Writes the items of a collection, each by `write`; those of a dict as pairs.
template <typename Items, typename Write>
Json ItemsToJson(const Items& items, bool pairs, const Write& write) {
  Json json = Json::array();
  for (std::size_t i = 0; i < items.size(); i += pairs ? 2 : 1) {
    json.push_back(pairs ? Json::array({write(items[i]), write(items[i + 1])}) : write(items[i]));
  }
  return json;
}

template <typename Items, typename Read>
void ItemsFromJson(const Json& json, bool pairs, Items& items, const Read& read) {
  for (const Json& item : json) {
    if (!pairs) {
      items.push_back(read(item));
    } else {
      items.push_back(read(item.at(0)));
      items.push_back(read(item.at(1)));
    }
  }
}

}  // namespace skua::render
