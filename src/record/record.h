// Records: structs that are written as JSON. The fields of each are declared once, in a
// specialisation of Record, from which writer (writer.h), strict reader (reader.h), JSON Schema
// (schema.h) and Python types (python.h) are made. Knows neither JSON nor any record.
//
//   template <>
//   struct Record<model::Parameter> {
//     static constexpr std::string_view kName = "parameter";
//     static constexpr std::string_view kDoc = "what a callable takes";  // may be absent
//     static constexpr auto kFields = std::tuple(
//         Field("name", &model::Parameter::name, "", {.always = true}),
//         Field("type", &model::Parameter::type, "of one element for *args", {.in = &kTypes}));
//   };
//
// A struct with several formats has a Record for each: Record<T, Format>, where Format is a tag
// type that writer, reader and schema take and pass on. void is the format of structs with only
// one.
//
// A Record may also have
//   static constexpr bool kIsList = true;      written as a list of its fields' values, in order
//   static void Check(const T&, const Place&)  rejects combinations of fields with Place::Fail
//   static constexpr auto kKind = &T::kind;    its fields depend on its kind, see Rule::of
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "record/names.h"

namespace skua::record {

template <typename T, typename Format = void>
struct Record;

template <typename T, typename Format = void>
concept IsRecord = requires {
  Record<T, Format>::kFields;
};
template <typename T, typename Format = void>
concept IsListRecord = IsRecord<T, Format> && requires {
  Record<T, Format>::kIsList;
};
template <typename T, typename Format = void>
concept HasKind = IsRecord<T, Format> && requires {
  Record<T, Format>::kKind;
};

// A list that indices point into, identified by its address.
struct Table {
  std::string_view items;  // "types", for messages
};

// How JSON holds a string that may not be UTF-8.
enum class TextForm : uint8_t {
  kPlain,  // unchanged: it is UTF-8
  kOrHex,  // unchanged, or else as hexadecimal digits in a field with "_hex" after the name
  kHex,    // always as hexadecimal digits
};

// The form of a string.
struct TextShape {
  std::string_view expected;  // "module:Qualified.name", for messages
  std::string_view pattern;   // a regular expression, for the schema
  bool (*is)(std::string_view text);
};

inline constexpr uint32_t kNone = 0xffffffff;  // no index

// Constraints of a field besides its type. Those of single values apply to each item of a list.
struct Rule {
  // Always written, and required. Otherwise the field is left out if it has the value of a new
  // struct (mostly empty, 0 or false).
  bool always = false;
  // The kinds that have the field, as bits (KindsOf); for others it must be absent.
  uint64_t of = ~uint64_t{0};
  const Table* in = nullptr;     // the value is an index into that list
  bool or_none = false;          // … or kNone, written as -1
  const Table* makes = nullptr;  // the value is that list
  int64_t lowest = std::numeric_limits<int64_t>::min();
  int64_t highest = std::numeric_limits<int64_t>::max();
  std::size_t most = std::numeric_limits<uint32_t>::max();  // items of a list, bytes of a string
  bool any_real = false;                                    // allows "nan", "inf" and "-inf"
  TextForm text = TextForm::kPlain;
  // The name of a TextForm::kOrHex field in hexadecimal; empty: NAME_hex.
  std::string_view hex = {};
  const TextShape* shape = nullptr;
  NameList words = {};  // names in place of kNames; for a string: its possible values
  NameList flags = {};  // a set of bits, written as a list of these names
  // The number that is left out, in place of that of a new struct.
  std::optional<int64_t> absent = {};
  bool truth = false;  // a number that is written as true or false
  // A map as a list of pairs, [[key, value], …]; or named values as pairs instead of an object.
  bool in_pairs = false;
  bool single = false;   // a list of at most one item, written as the item
  bool or_null = false;  // an optional that is written as null if absent
};

// Returns the names of an enumeration's values in a field: those of its rule, else kNames.
template <typename Kind>
NameList WordsOf(const Rule& rule) {
  if constexpr (HasNames<Kind>) {
    if (rule.words.empty()) return kNames<Kind>;
  }
  return rule.words;
}

template <typename... Kind>
constexpr uint64_t KindsOf(Kind... kinds) {
  return ((uint64_t{1} << static_cast<unsigned>(kinds)) | ...);
}

// A field that is a member.
template <typename T, typename Member>
struct Field {
  using Owner = T;
  using Type = Member;

  constexpr Field(std::string_view field_name, Member T::*place, std::string_view what = {},
                  Rule rules = {})
      : name(field_name), member(place), doc(what), rule(rules) {}

  std::string_view name;
  Member T::*member;
  std::string_view doc;  // a phrase, lower-case, without a full stop
  Rule rule;
};

// Returns a field that is always written.
template <typename T, typename Member>
constexpr Field<T, Member> Always(std::string_view name, Member T::*place,
                                  std::string_view what = {}, Rule rules = {}) {
  rules.always = true;
  return {name, place, what, rules};
}

// A field computed from the record. `set`, if any, stores the value that is read; without it the
// value is only checked, and serves other readers of the JSON.
template <typename T, typename Result>
struct Derived {
  using Owner = T;
  using Type = Result;

  constexpr Derived(std::string_view field_name, Result (*function)(const T&),
                    std::string_view what = {}, Rule rules = {})
      : Derived(field_name, function, nullptr, what, rules) {}
  constexpr Derived(std::string_view field_name, Result (*function)(const T&),
                    void (*setter)(T&, Result), std::string_view what = {}, Rule rules = {})
      : name(field_name), derive(function), set(setter), doc(what), rule(rules) {}

  std::string_view name;
  Result (*derive)(const T&);
  void (*set)(T&, Result);  // may be null
  std::string_view doc;
  Rule rule;
};

// A field with the same value in every record of the type: a number or a string.
template <typename Value>
struct Constant {
  constexpr Constant(std::string_view field_name, Value the_value)
      : name(field_name), value(the_value) {}

  std::string_view name;
  Value value;
};

inline constexpr std::string_view kDigits = "digits";
// The largest integer that a double holds exactly.
inline constexpr int64_t kMostExact = (int64_t{1} << 53) - 1;

// An integer of any size, in two members: the number, or its decimal digits if it does not fit.
// Written as `name` if every JSON reader keeps it exactly, else as `digits_name`.
template <typename T>
struct WholeNumber {
  using Owner = T;

  constexpr WholeNumber(std::string_view field_name, int64_t T::*number, std::string T::*text,
                        Rule rules = {}, std::string_view other_name = kDigits)
      : name(field_name), integer(number), digits(text), rule(rules), digits_name(other_name) {}

  std::string_view name;
  int64_t T::*integer;
  std::string T::*digits;  // empty if the number fits
  Rule rule;               // only its `of` counts
  std::string_view digits_name;
};

// A member whose fields are written among those of its owner: the given fields, or all of its
// record.
template <typename T, typename Member, typename... Fields>
struct Spliced {
  using Owner = T;
  using Type = Member;

  constexpr explicit Spliced(Member T::*place, Fields... some) : member(place), fields(some...) {}

  Member T::*member;
  std::tuple<Fields...> fields;
};

template <typename Format, typename T, typename Member, typename... Fields>
constexpr const auto& FieldsOf(const Spliced<T, Member, Fields...>& spliced) {
  if constexpr (sizeof...(Fields) == 0) {
    return Record<Member, Format>::kFields;
  } else {
    return spliced.fields;
  }
}

// Specialised for types that are written as one string and are no enumeration with kNames:
//   static std::string ToText(const T&);
//   static std::optional<T> FromText(std::string_view);
//   static constexpr std::string_view kExpected = "a known reason code";
//   static constexpr std::string_view kPattern = "^SKUA-[A-Z][0-9]+$";
template <typename T>
struct Worded;
template <typename T>
concept IsWorded = requires {
  Worded<T>::kExpected;
};

template <typename T, typename Format>
constexpr std::string_view DocOf() {
  if constexpr (requires { Record<T, Format>::kDoc; }) return Record<T, Format>::kDoc;
  return {};
}

// Returns the name of a TextForm::kOrHex field in hexadecimal.
template <typename F>
std::string HexNameOf(const F& field) {
  return field.rule.hex.empty() ? std::string(field.name) + "_hex" : std::string(field.rule.hex);
}

inline bool IsOf(const Rule& rule, uint64_t kind) { return (rule.of & kind) != 0; }

// Types of members that are written as a list, or as an object (pairs with a name).
template <typename T>
concept IsList = requires(T list) {
  list.begin();
  list.size();
  list.clear();
  typename T::value_type;
}
&&!std::is_same_v<T, std::string>;
template <typename T>
inline constexpr bool kIsNamedPair = false;
template <typename T>
inline constexpr bool kIsNamedPair<std::pair<std::string, T>> = true;
template <typename T>
inline constexpr bool kIsOptional = false;
template <typename T>
inline constexpr bool kIsOptional<std::optional<T>> = true;
// True for records that contain records of their own type.
template <typename T>
inline constexpr bool kIsShared = false;
template <typename T>
inline constexpr bool kIsShared<std::shared_ptr<const T>> = true;

}  // namespace skua::record
