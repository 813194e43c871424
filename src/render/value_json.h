// Values, and what statements share with them, as JSON: the parts of suite_json.h's format.
#pragma once

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "model/value.h"

namespace skua::render {

using Json = nlohmann::json;

// What is named is not there any more, or the JSON is not of this form: the test is dropped.
struct DoesNotFit : std::runtime_error {
  using std::runtime_error::runtime_error;
};

template <typename Enum>
using Names = std::vector<std::pair<Enum, const char*>>;

// Null when it has none.
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

Json RealToJson(double real);
double RealFromJson(const Json& json);

// Bytes: "0aff".
std::string Hex(const std::string& bytes);
// "t", or "h" for what JSON strings cannot hold.
void WriteText(const std::string& text, Json& json);
std::string ReadText(const Json& json);

Json ValueToJson(const model::Value& value);
model::Value ValueFromJson(const Json& json);

// The scalar fields that statements and values share.
template <typename Scalar>
Json ScalarToJson(const Scalar& scalar, const char* kind) {
  using Kind = decltype(scalar.kind);
  Json json = {{"k", kind}};
  switch (scalar.kind) {
    case Kind::kBool:
      json["v"] = scalar.integer;
      break;
    case Kind::kInt:
      if (scalar.text.empty()) {
        json["v"] = scalar.integer;
      } else {
        json["t"] = scalar.text;
      }
      break;
    case Kind::kFloat:
      json["v"] = RealToJson(scalar.real);
      break;
    case Kind::kComplex:
      json["r"] = RealToJson(scalar.real);
      json["i"] = RealToJson(scalar.imaginary);
      break;
    case Kind::kStr:
      WriteText(scalar.text, json);
      break;
    case Kind::kBytes:
      json["h"] = Hex(scalar.text);
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
      scalar.integer = json.at("v").get<int64_t>();
      break;
    case Kind::kInt:
      if (json.contains("t")) {
        scalar.text = json.at("t").get<std::string>();
      } else {
        scalar.integer = json.at("v").get<int64_t>();
      }
      break;
    case Kind::kFloat:
      scalar.real = RealFromJson(json.at("v"));
      break;
    case Kind::kComplex:
      scalar.real = RealFromJson(json.at("r"));
      scalar.imaginary = RealFromJson(json.at("i"));
      break;
    case Kind::kStr:
    case Kind::kBytes:
      scalar.text = ReadText(json);
      break;
    default:
      break;
  }
}

}  // namespace skua::render
