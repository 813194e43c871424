// The writer that follows from a record's declaration (record.h): fields in the order in which they
// are declared, without those that are as in a new struct.
#pragma once

#include <chrono>
#include <string>
#include <type_traits>

#include "record/reader.h"

namespace skua::record {

template <typename T>
void WriteFields(const T& record, uint64_t kind, Json& json);
template <typename T>
Json Write(const T& record);

template <typename T>
Json WriteValue(const T& value, const Rule& rule) {
  if constexpr (IsRecord<T>) {
    return Write(value);
  } else if constexpr (IsWorded<T>) {
    return Worded<T>::ToText(value);
  } else if constexpr (kIsOptional<T>) {
    return WriteValue(*value, rule);
  } else if constexpr (std::is_enum_v<T>) {
    const auto place = static_cast<std::size_t>(value);
    if constexpr (HasNames<T>) {
      return rule.words.empty() ? kNames<T>[place] : rule.words[place];
    } else {
      return rule.words[place];
    }
  } else if constexpr (std::is_same_v<T, base::Duration>) {
    return std::chrono::duration<double>(value).count();
  } else if constexpr (std::is_floating_point_v<T>) {
    return RealToJson(value);
  } else if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
    if (rule.truth) return value != 0;
    if (rule.or_none && static_cast<uint64_t>(value) == kNone) return -1;
    if (rule.flags.empty()) return value;
    Json names = Json::array();
    for (std::size_t bit = 0; bit < rule.flags.size(); ++bit) {
      if ((static_cast<uint64_t>(value) >> bit & 1) != 0) names.push_back(rule.flags[bit]);
    }
    return names;
  } else if constexpr (std::is_same_v<T, std::string>) {
    return rule.text == TextForm::kHex ? HexOf(value) : value;
  } else if constexpr (IsList<T>) {
    if constexpr (kIsNamedPair<typename T::value_type>) {
      if (rule.in_pairs) {
        Json pairs = Json::array();
        for (const auto& [name, item] : value) {
          pairs.push_back(Json::array({name, WriteValue(item, rule)}));
        }
        return pairs;
      }
      Json fields = Json::object();
      for (const auto& [name, field] : value) fields[name] = WriteValue(field, rule);
      return fields;
    } else {
      if (rule.single) return WriteValue(value[0], rule);
      Json list = Json::array();
      for (std::size_t i = 0; i < value.size(); ++i) {
        Json item = WriteValue(value[i], rule);
        list.push_back(rule.in_pairs
                           ? Json::array({std::move(item), WriteValue(value[i + 1], rule)})
                           : std::move(item));
        if (rule.in_pairs) ++i;
      }
      return list;
    }
  } else {
    return value;
  }
}

// Whether it is as in a new struct.
template <typename T, typename Member>
bool IsLeftOut(const Field<T, Member>& field, const Member& value) {
  if constexpr (kIsOptional<Member>) {
    return !value.has_value();
  } else if constexpr (IsList<Member> || std::is_same_v<Member, std::string>) {
    return value.empty();
  } else if constexpr (IsRecord<Member>) {
    return Write(value).empty();
  } else {
    if constexpr (std::is_integral_v<Member>) {
      if (field.rule.absent) return static_cast<int64_t>(value) == *field.rule.absent;
    }
    static const T fresh{};
    return value == fresh.*field.member;
  }
}

template <typename T, typename Member>
void WriteField(const Field<T, Member>& field, const T& record, uint64_t kind, Json& json) {
  const Member& value = record.*field.member;
  if (!IsOf(field.rule, kind)) return;
  if (!field.rule.always && IsLeftOut(field, value)) return;
  std::string name(field.name);
  Rule rule = field.rule;
  if constexpr (std::is_same_v<Member, std::string>) {
    if (rule.text == TextForm::kOrHex && !IsUtf8(value)) {
      name = HexNameOf(field);
      rule.text = TextForm::kHex;
    }
  }
  json[name] = WriteValue(value, rule);
}

template <typename T, typename Result>
void WriteField(const Derived<T, Result>& field, const T& record, uint64_t kind, Json& json) {
  if (!IsOf(field.rule, kind)) return;
  const Result value = field.derive(record);
  if (!field.rule.always && value == Result{}) return;
  json[std::string(field.name)] = WriteValue(value, field.rule);
}

template <typename T>
void WriteField(const WholeNumber<T>& field, const T& record, uint64_t kind, Json& json) {
  if (!IsOf(field.rule, kind)) return;
  const int64_t integer = record.*field.integer;
  if (const std::string& digits = record.*field.digits; !digits.empty()) {
    json[std::string(field.digits_name)] = digits;
  } else if (integer > kMostExact || integer < -kMostExact) {
    json[std::string(field.digits_name)] = std::to_string(integer);
  } else {
    json[std::string(field.name)] = integer;
  }
}

template <typename T, typename Member>
void WriteField(const Spliced<T, Member>& field, const T& record, uint64_t kind, Json& json) {
  WriteFields(record.*field.member, kind, json);
}

template <typename T>
void WriteFields(const T& record, uint64_t kind, Json& json) {
  std::apply([&](const auto&... field) { (WriteField(field, record, kind, json), ...); },
             Record<T>::kFields);
}

// The record as JSON. Texts that are no UTF-8 and have no TextForm for that stay as they are: dump
// with error_handler_t::replace.
template <typename T>
Json Write(const T& record) {
  if constexpr (IsListRecord<T>) {
    Json list = Json::array();
    std::apply(
        [&](const auto&... field) {
          (list.push_back(WriteValue(record.*field.member, field.rule)), ...);
        },
        Record<T>::kFields);
    return list;
  } else {
    Json json = Json::object();
    if constexpr (HasKind<T>) {
      WriteFields(record, KindsOf(record.*Record<T>::kKind), json);
    } else {
      WriteFields(record, ~uint64_t{0}, json);
    }
    return json;
  }
}

}  // namespace skua::record
