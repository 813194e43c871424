// The writer made from a record's declaration (record.h): fields in the declared order, except
// those with the value of a new struct.
#pragma once

#include <chrono>
#include <string>
#include <type_traits>

#include "record/reader.h"

namespace skua::record {

template <typename Format, typename T, typename Fields>
void WriteFields(const T& record, const Fields& fields, uint64_t kind, Json& json);
template <typename Format = void, typename T>
Json Write(const T& record);

template <typename Format, typename T>
Json WriteValue(const T& value, const Rule& rule);

inline Json FlagNames(uint64_t flags, NameList names) {
  Json set = Json::array();
  for (std::size_t bit = 0; bit < names.size(); ++bit) {
    if ((flags >> bit & 1) != 0) set.push_back(names[bit]);
  }
  return set;
}

template <typename Format, typename List>
Json WriteList(const List& list, const Rule& rule) {
  if constexpr (kIsNamedPair<typename List::value_type>) {
    Json fields = rule.in_pairs ? Json::array() : Json::object();
    for (const auto& [name, item] : list) {
      Json field = WriteValue<Format>(item, rule);
      if (rule.in_pairs) {
        fields.push_back(Json::array({name, std::move(field)}));
      } else {
        fields[name] = std::move(field);
      }
    }
    return fields;
  } else {
    if (rule.single) return WriteValue<Format>(list[0], rule);
    Json items = Json::array();
    for (std::size_t i = 0; i < list.size(); ++i) {
      Json item = WriteValue<Format>(list[i], rule);
      if (rule.in_pairs) {
        item = Json::array({std::move(item), WriteValue<Format>(list[++i], rule)});
      }
      items.push_back(std::move(item));
    }
    return items;
  }
}

template <typename Format, typename T>
Json WriteValue(const T& value, const Rule& rule) {
  if constexpr (IsRecord<T, Format>) {
    return Write<Format>(value);
  } else if constexpr (IsWorded<T>) {
    return Worded<T>::ToText(value);
  } else if constexpr (kIsOptional<T> || kIsShared<T>) {
    return value ? WriteValue<Format>(*value, rule) : Json();
  } else if constexpr (std::is_enum_v<T>) {
    return WordsOf<T>(rule)[static_cast<std::size_t>(value)];
  } else if constexpr (std::is_same_v<T, base::Duration>) {
    return std::chrono::duration<double>(value).count();
  } else if constexpr (std::is_floating_point_v<T>) {
    return RealToJson(value);
  } else if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
    if (rule.truth) return value != 0;
    if (rule.or_none && static_cast<uint64_t>(value) == kNone) return -1;
    return rule.flags.empty() ? Json(value) : FlagNames(static_cast<uint64_t>(value), rule.flags);
  } else if constexpr (std::is_same_v<T, std::string>) {
    return rule.text == TextForm::kHex ? HexOf(value) : value;
  } else if constexpr (IsList<T>) {
    return WriteList<Format>(value, rule);
  } else {
    return value;
  }
}

// Returns whether the value is left out, as it equals `fresh`, the value of a new struct.
template <typename Format, typename Member>
bool IsLeftOut(const Rule& rule, const Member& value, const Member& fresh) {
  if constexpr (kIsOptional<Member> || kIsShared<Member>) {
    return !rule.or_null && !value;
  } else if constexpr (IsList<Member> || std::is_same_v<Member, std::string>) {
    return value.empty();
  } else if constexpr (IsRecord<Member, Format>) {
    return Write<Format>(value).empty();
  } else {
    if constexpr (std::is_integral_v<Member>) {
      if (rule.absent) return static_cast<int64_t>(value) == *rule.absent;
    }
    return value == fresh;
  }
}

template <typename Format, typename T, typename Member>
void WriteField(const Field<T, Member>& field, const T& record, uint64_t kind, Json& json) {
  static const T fresh{};
  const Member& value = record.*field.member;
  if (!IsOf(field.rule, kind)) return;
  if (!field.rule.always && IsLeftOut<Format>(field.rule, value, fresh.*field.member)) return;
  std::string name(field.name);
  Rule rule = field.rule;
  if constexpr (std::is_same_v<Member, std::string>) {
    if (rule.text == TextForm::kOrHex && !IsUtf8(value)) {
      name = HexNameOf(field);
      rule.text = TextForm::kHex;
    }
  }
  json[name] = WriteValue<Format>(value, rule);
}

template <typename Format, typename T, typename Result>
void WriteField(const Derived<T, Result>& field, const T& record, uint64_t kind, Json& json) {
  if (!IsOf(field.rule, kind)) return;
  const Result value = field.derive(record);
  if (!field.rule.always && IsLeftOut<Format>(field.rule, value, Result{})) return;
  json[std::string(field.name)] = WriteValue<Format>(value, field.rule);
}

template <typename Format, typename T, typename Value>
void WriteField(const Constant<Value>& field, const T&, uint64_t, Json& json) {
  json[std::string(field.name)] = field.value;
}

template <typename Format, typename T>
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

template <typename Format, typename T, typename Member, typename... Fields>
void WriteField(const Spliced<T, Member, Fields...>& field, const T& record, uint64_t kind,
                Json& json) {
  WriteFields<Format>(record.*field.member, FieldsOf<Format>(field), kind, json);
}

template <typename Format, typename T, typename Fields>
void WriteFields(const T& record, const Fields& fields, uint64_t kind, Json& json) {
  std::apply([&](const auto&... field) { (WriteField<Format>(field, record, kind, json), ...); },
             fields);
}

// Returns the record as JSON. Strings that are not UTF-8 and have no TextForm stay unchanged: dump
// with error_handler_t::replace.
template <typename Format, typename T>
Json Write(const T& record) {
  constexpr const auto& kFields = Record<T, Format>::kFields;
  if constexpr (IsListRecord<T, Format>) {
    Json list = Json::array();
    std::apply(
        [&](const auto&... field) {
          (list.push_back(WriteValue<Format>(record.*field.member, field.rule)), ...);
        },
        kFields);
    return list;
  } else {
    Json json = Json::object();
    uint64_t kind = ~uint64_t{0};
    if constexpr (HasKind<T, Format>) kind = KindsOf(record.*Record<T, Format>::kKind);
    WriteFields<Format>(record, kFields, kind, json);
    return json;
  }
}

}  // namespace skua::record
