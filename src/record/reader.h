// The strict reader made from a record's declaration (record.h). Checks type, size, bounds, names,
// indices and depth of each value, and rejects unknown fields; errors contain the path. Its results
// need no further checks.
#pragma once

#include <fmt/format.h>

#include <charconv>
#include <chrono>
#include <cmath>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "base/clock.h"
#include "record/place.h"
#include "record/record.h"

namespace skua::record {

template <typename Format, typename T, typename Fields>
void ReadFields(const Place& place, const Fields& fields, T& record, uint64_t kind);
template <typename Format, typename T>
void ReadRecord(const Place& place, T& record);
template <typename Format, typename T>
void ReadValue(const Place& place, const Rule& rule, T& value);

template <typename T>
T ReadInteger(const Place& place, const Rule& rule) {
  const int64_t value = place.Integer();
  if (rule.or_none && value == -1) return static_cast<T>(kNone);
  int64_t lowest = rule.lowest, highest = rule.highest;
  if constexpr (sizeof(T) < sizeof(int64_t)) {
    lowest = std::max(lowest, int64_t{std::numeric_limits<T>::min()});
    highest = std::min(highest, int64_t{std::numeric_limits<T>::max()});
  } else if constexpr (std::is_unsigned_v<T>) {
    lowest = std::max(lowest, int64_t{0});
  }
  if (rule.in != nullptr) {
    const std::size_t size = place.tables().SizeOf(*rule.in);
    if (value < 0 || static_cast<uint64_t>(value) >= size) {
      place.Fail(fmt::format("an index of one of {} {}", size, rule.in->items));
    }
  }
  if (value < lowest || value > highest) {
    place.Fail(fmt::format("an integer from {} to {}", lowest, highest));
  }
  return static_cast<T>(value);
}

inline double ReadReal(const Place& place, const Rule& rule) {
  const double value = place.Real(rule.any_real);
  // The default bound of integers does not apply to other numbers, which may be smaller.
  if (rule.lowest != Rule{}.lowest && value < static_cast<double>(rule.lowest)) {
    place.Fail(fmt::format("a number from {} on", rule.lowest));
  }
  if (rule.highest != Rule{}.highest && value > static_cast<double>(rule.highest)) {
    place.Fail(fmt::format("a number up to {}", rule.highest));
  }
  return value;
}

inline std::string ReadText(const Place& place, const Rule& rule) {
  if (!rule.words.empty()) place.OneOf(rule.words);
  std::string value = rule.text == TextForm::kHex ? place.Hex() : place.Text();
  if (value.size() > rule.most) place.Fail(fmt::format("at most {} bytes", rule.most));
  if (rule.shape != nullptr && !rule.shape->is(value)) place.Fail(rule.shape->expected);
  return value;
}

template <typename T>
T ReadFlags(const Place& place, NameList names) {
  T flags{};
  for (std::size_t i = 0; i < place.size(); ++i) {
    flags = static_cast<T>(flags | T{1} << place.At(i).OneOf(names));
  }
  return flags;
}

template <typename Format, typename List>
void ReadList(const Place& place, const Rule& rule, List& list) {
  using Item = typename List::value_type;
  list.clear();
  if constexpr (kIsNamedPair<Item>) {
    if (rule.in_pairs) {
      if (place.size() > rule.most) place.Fail(fmt::format("at most {} items", rule.most));
      for (std::size_t i = 0; i < place.size(); ++i) {
        const Place pair = place.At(i);
        if (pair.size() != 2) pair.Fail("a pair");
        auto& item =
            list.emplace_back(pair.At(std::size_t{0}).Text(), typename Item::second_type{});
        ReadValue<Format>(pair.At(1), rule, item.second);
      }
      return;
    }
    place.CheckIsObject();
    if (place.json().size() > rule.most) place.Fail(fmt::format("at most {} fields", rule.most));
    for (const auto& [name, value] : place.json().items()) {
      auto& item = list.emplace_back(name, typename Item::second_type{});
      ReadValue<Format>(place.At(name), rule, item.second);
    }
  } else {
    if (rule.single) return ReadValue<Format>(place, rule, list.emplace_back());
    if (place.size() > rule.most) place.Fail(fmt::format("at most {} items", rule.most));
    for (std::size_t i = 0; i < place.size(); ++i) {
      const Place item = place.At(i);
      if (!rule.in_pairs) {
        ReadValue<Format>(item, rule, list.emplace_back());
        continue;
      }
      if (item.size() != 2) item.Fail("a pair");
      for (std::size_t part = 0; part < 2; ++part) {
        ReadValue<Format>(item.At(part), rule, list.emplace_back());
      }
    }
  }
}

template <typename Format, typename T>
void ReadValue(const Place& place, const Rule& rule, T& value) {
  if constexpr (IsRecord<T, Format>) {
    ReadRecord<Format>(place, value);
  } else if constexpr (IsWorded<T>) {
    const std::optional<T> found = Worded<T>::FromText(place.Text());
    if (!found) place.Fail(Worded<T>::kExpected);
    value = *found;
  } else if constexpr (kIsOptional<T>) {
    if (!rule.or_null || !place.json().is_null()) ReadValue<Format>(place, rule, value.emplace());
  } else if constexpr (std::is_same_v<T, bool>) {
    value = place.Bool();
  } else if constexpr (std::is_enum_v<T>) {
    value = static_cast<T>(place.OneOf(WordsOf<T>(rule)));
  } else if constexpr (std::is_integral_v<T>) {
    if (rule.truth) {
      value = static_cast<T>(place.Bool());
    } else if (!rule.flags.empty()) {
      value = ReadFlags<T>(place, rule.flags);
    } else {
      value = ReadInteger<T>(place, rule);
    }
  } else if constexpr (std::is_floating_point_v<T>) {
    value = ReadReal(place, rule);
  } else if constexpr (std::is_same_v<T, base::Duration>) {
    const double nanoseconds = place.Real(false) * 1e9;
    if (nanoseconds < 0 || nanoseconds > 9e18) place.Fail("a number of seconds, at least 0");
    value = base::Duration(std::llround(nanoseconds));
  } else if constexpr (std::is_same_v<T, std::string>) {
    value = ReadText(place, rule);
  } else {
    static_assert(IsList<T>, "nothing is known of how this is told");
    ReadList<Format>(place, rule, value);
  }
}

template <typename Format, typename T, typename Member>
bool Knows(const Field<T, Member>& field, std::string_view name, uint64_t kind) {
  return IsOf(field.rule, kind) &&
         (field.name == name || (field.rule.text == TextForm::kOrHex && HexNameOf(field) == name));
}
template <typename Format, typename T, typename Result>
bool Knows(const Derived<T, Result>& field, std::string_view name, uint64_t kind) {
  return IsOf(field.rule, kind) && field.name == name;
}
template <typename Format, typename Value>
bool Knows(const Constant<Value>& field, std::string_view name, uint64_t) {
  return field.name == name;
}
template <typename Format, typename T>
bool Knows(const WholeNumber<T>& field, std::string_view name, uint64_t kind) {
  return IsOf(field.rule, kind) && (field.name == name || name == field.digits_name);
}
template <typename Format, typename T, typename Member, typename... Fields>
bool Knows(const Spliced<T, Member, Fields...>& spliced, std::string_view name, uint64_t kind) {
  return std::apply([&](const auto&... field) { return (Knows<Format>(field, name, kind) || ...); },
                    FieldsOf<Format>(spliced));
}

template <typename Format, typename T, typename Member>
void ReadField(const Place& place, const Field<T, Member>& field, T& record, uint64_t kind) {
  if (!IsOf(field.rule, kind)) return;
  if (place.Has(field.name)) {
    return ReadValue<Format>(place.At(field.name), field.rule, record.*field.member);
  }
  if constexpr (std::is_same_v<Member, std::string>) {
    if (field.rule.text == TextForm::kOrHex && place.Has(HexNameOf(field))) {
      const std::string name = HexNameOf(field);
      Rule rule = field.rule;
      rule.text = TextForm::kHex;
      return ReadValue<Format>(place.At(name), rule, record.*field.member);
    }
  }
  if (field.rule.always) place.At(field.name);  // throws
  if constexpr (std::is_integral_v<Member>) {
    if (field.rule.absent) record.*field.member = static_cast<Member>(*field.rule.absent);
  }
}

template <typename Format, typename T, typename Result>
void ReadField(const Place& place, const Derived<T, Result>& field, T& record, uint64_t kind) {
  if (!IsOf(field.rule, kind)) return;
  if (!field.rule.always && !place.Has(field.name)) return;
  Result read{};
  ReadValue<Format>(place.At(field.name), field.rule, read);
  if (field.set != nullptr) field.set(record, std::move(read));
}

template <typename Format, typename T, typename Value>
void ReadField(const Place& place, const Constant<Value>& field, T&, uint64_t) {
  const Place there = place.At(field.name);
  if (there.json() != field.value) there.Fail(Shown(field.value));
}

template <typename Format, typename T>
void ReadField(const Place& place, const WholeNumber<T>& field, T& record, uint64_t kind) {
  if (!IsOf(field.rule, kind)) return;
  if (!place.Has(field.digits_name)) {
    record.*field.integer = place.At(field.name).Integer();
    return;
  }
  const Place digits = place.At(field.digits_name);
  if (place.Has(field.name)) digits.Fail("either this or the number");
  const std::string& text = digits.Text();
  const std::size_t sign = text.starts_with('-') ? 1 : 0;
  if (text.size() == sign || text.find_first_not_of("0123456789", sign) != text.npos) {
    digits.Fail("decimal digits");
  }
  const char* const end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data(), end, record.*field.integer);
  if (parsed.ec != std::errc()) record.*field.digits = text;
}

template <typename Format, typename T, typename Member, typename... Fields>
void ReadField(const Place& place, const Spliced<T, Member, Fields...>& field, T& record,
               uint64_t kind) {
  ReadFields<Format>(place, FieldsOf<Format>(field), record.*field.member, kind);
}

// Sets the lengths of this record's lists before any index into them is read.
template <typename Format, typename F>
void SetTables(const Place& place, const F& field) {
  if constexpr (requires { field.rule.makes; }) {
    if (field.rule.makes == nullptr) return;
    const auto found = place.json().find(field.name);
    const bool is_list = found != place.json().end() && found->is_array();
    place.tables().Set(*field.rule.makes, is_list ? found->size() : 0);
  } else if constexpr (requires { field.member; }) {
    std::apply([&](const auto&... part) { (SetTables<Format>(place, part), ...); },
               FieldsOf<Format>(field));
  }
}

template <typename Format, typename T, typename Fields>
void ReadFields(const Place& place, const Fields& fields, T& record, uint64_t kind) {
  std::apply([&](const auto&... field) { (ReadField<Format>(place, field, record, kind), ...); },
             fields);
}

// Returns the kind of the record as a bit; all bits if the record has no kinds.
template <typename Format, typename T>
uint64_t KindIn(const Place& place) {
  if constexpr (HasKind<T, Format>) {
    T record{};
    const auto& kind = std::get<0>(Record<T, Format>::kFields);
    ReadField<Format>(place, kind, record, ~uint64_t{0});
    return KindsOf(record.*Record<T, Format>::kKind);
  } else {
    return ~uint64_t{0};
  }
}

template <typename Format, typename T>
void ReadRecord(const Place& place, T& record) {
  constexpr const auto& kFields = Record<T, Format>::kFields;
  record = T{};
  if constexpr (IsListRecord<T, Format>) {
    if (constexpr std::size_t kSize = std::tuple_size_v<std::decay_t<decltype(kFields)>>;
        place.size() != kSize) {
      place.Fail(fmt::format("{} items", kSize));
    }
    std::size_t i = 0;
    std::apply(
        [&](const auto&... field) {
          (ReadValue<Format>(place.At(i++), field.rule, record.*field.member), ...);
        },
        kFields);
  } else {
    place.CheckIsObject();
    const uint64_t kind = KindIn<Format, T>(place);
    place.CheckNames([&](std::string_view name) {
      return std::apply(
          [&](const auto&... field) { return (Knows<Format>(field, name, kind) || ...); }, kFields);
    });
    std::apply([&](const auto&... field) { (SetTables<Format>(place, field), ...); }, kFields);
    ReadFields<Format>(place, kFields, record, kind);
  }
  if constexpr (requires { Record<T, Format>::Check(record, place); }) {
    Record<T, Format>::Check(record, place);
  }
}

// Throws ReadError, with the path of the value that does not fit the declaration.
template <typename T, typename Format = void>
T Read(const Json& json, Tables tables = {}) {
  T record;
  ReadRecord<Format>(Place(json, tables), record);
  return record;
}

template <IsRecord T>
T ReadText(std::string_view text, Tables tables = {}) {
  return Read<T>(Parse(text), std::move(tables));
}

}  // namespace skua::record
