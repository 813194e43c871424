// Reads records that this or an earlier version of Skua wrote, such as reports in the state:
// unknown fields are ignored, and absent ones keep the value of a new struct. Other JSON is for
// reader.h, which is strict.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include "base/clock.h"
#include "base/json.h"
#include "record/integer.h"
#include "record/record.h"
#include "record/writer.h"

namespace skua::record {

template <typename Format = void, typename T>
void ReadStored(const nlohmann::json& json, T& record);
template <typename Format, typename T, typename Fields>
void ReadStoredFields(const nlohmann::json& json, const Fields& fields, T& record);

// Reads an unknown name of an enumerator, perhaps of a later version, as the first enumerator.
template <typename Format, typename T>
void ReadStoredValue(const nlohmann::json& json, const Rule& rule, T& value) {
  if constexpr (IsRecord<T, Format>) {
    ReadStored<Format>(json, value);
  } else if constexpr (IsWorded<T>) {
    value = Worded<T>::FromText(json.get<std::string>()).value_or(T{});
  } else if constexpr (kIsOptional<T>) {
    if (!rule.or_null || !json.is_null()) ReadStoredValue<Format>(json, rule, value.emplace());
  } else if constexpr (kIsShared<T>) {
    auto read = std::make_shared<std::remove_const_t<typename T::element_type>>();
    ReadStoredValue<Format>(json, rule, *read);
    value = std::move(read);
  } else if constexpr (std::is_enum_v<T>) {
    const NameList names = WordsOf<T>(rule);
    const auto name = std::ranges::find(names, json.get<std::string>());
    value = static_cast<T>(name == names.end() ? 0 : name - names.begin());
  } else if constexpr (std::is_same_v<T, base::Duration>) {
    value = base::Duration(std::llround(json.get<double>() * 1e9));
  } else if constexpr (IsList<T>) {
    for (const nlohmann::json& item : json) {
      ReadStoredValue<Format>(item, rule, value.emplace_back());
    }
  } else if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
    value = IntegerOf<T>(json);
  } else {
    json.get_to(value);
  }
}

template <typename Format, typename T, typename Member>
void ReadStoredField(const Field<T, Member>& field, const nlohmann::json& json, T& record) {
  const auto found = json.find(std::string(field.name));
  if (found != json.end()) ReadStoredValue<Format>(*found, field.rule, record.*field.member);
}
template <typename Format, typename T, typename Result>
void ReadStoredField(const Derived<T, Result>& field, const nlohmann::json& json, T& record) {
  const auto found = json.find(std::string(field.name));
  if (found == json.end() || field.set == nullptr) return;
  Result read{};
  ReadStoredValue<Format>(*found, field.rule, read);
  field.set(record, std::move(read));
}
template <typename Format, typename T, typename Value>
void ReadStoredField(const Constant<Value>&, const nlohmann::json&, T&) {}
template <typename Format, typename T, typename Member, typename... Fields>
void ReadStoredField(const Spliced<T, Member, Fields...>& spliced, const nlohmann::json& json,
                     T& record) {
  ReadStoredFields<Format>(json, FieldsOf<Format>(spliced), record.*spliced.member);
}

template <typename Format, typename T, typename Fields>
void ReadStoredFields(const nlohmann::json& json, const Fields& fields, T& record) {
  std::apply([&](const auto&... field) { (ReadStoredField<Format>(field, json, record), ...); },
             fields);
}

// Throws nlohmann::json::exception if a value has another type than its field.
template <typename Format, typename T>
void ReadStored(const nlohmann::json& json, T& record) {
  ReadStoredFields<Format>(json, Record<T, Format>::kFields, record);
}
template <typename T, typename Format = void>
T FromStored(const nlohmann::json& json) {
  T record;
  ReadStored<Format>(json, record);
  return record;
}

// Returns the record with its fields sorted by name, as in all that Skua stores.
template <typename Format = void, typename T>
nlohmann::json ToStored(const T& record) {
  return Write<Format>(record);
}

}  // namespace skua::record
