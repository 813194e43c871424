// Records in what Skua wrote for itself, such as reports in the state, in this version or an
// earlier one: each field is taken where it stands, what is absent stays as in a new struct, and
// what no field has is passed over. What comes from elsewhere is for reader.h, which is strict.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>
#include <type_traits>

#include "base/clock.h"
#include "base/json.h"
#include "record/integer.h"
#include "record/record.h"
#include "record/writer.h"

namespace skua::record {

template <typename T>
void ReadStored(const nlohmann::json& json, T& record);

// An unknown name of an enumerator, which may be that of a later version, is read as the first.
template <typename T>
void ReadStoredValue(const nlohmann::json& json, const Rule& rule, T& value) {
  if constexpr (IsRecord<T>) {
    ReadStored(json, value);
  } else if constexpr (kIsOptional<T>) {
    ReadStoredValue(json, rule, value.emplace());
  } else if constexpr (std::is_enum_v<T>) {
    const auto name = std::ranges::find(rule.words, json.get<std::string>());
    value = static_cast<T>(name == rule.words.end() ? 0 : name - rule.words.begin());
  } else if constexpr (std::is_same_v<T, base::Duration>) {
    value = base::Duration(std::llround(json.get<double>() * 1e9));
  } else if constexpr (IsList<T>) {
    for (const nlohmann::json& item : json) ReadStoredValue(item, rule, value.emplace_back());
  } else if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
    value = IntegerOf<T>(json);
  } else {
    json.get_to(value);
  }
}

template <typename T, typename Member>
void ReadStoredField(const Field<T, Member>& field, const nlohmann::json& json, T& record) {
  const auto found = json.find(std::string(field.name));
  if (found != json.end()) ReadStoredValue(*found, field.rule, record.*field.member);
}
template <typename T, typename Member>
void ReadStoredField(const Spliced<T, Member>& field, const nlohmann::json& json, T& record) {
  ReadStored(json, record.*field.member);
}

// Throws nlohmann::json::exception where a value is of another type than its field.
template <typename T>
void ReadStored(const nlohmann::json& json, T& record) {
  std::apply([&](const auto&... field) { (ReadStoredField(field, json, record), ...); },
             Record<T>::kFields);
}
template <typename T>
T FromStored(const nlohmann::json& json) {
  T record;
  ReadStored(json, record);
  return record;
}

// With its fields sorted by name, as all is that Skua stores.
template <typename T>
nlohmann::json ToStored(const T& record) {
  return Write(record);
}

}  // namespace skua::record
