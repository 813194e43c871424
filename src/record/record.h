// Records: structs that are told as JSON. The fields of each are declared once, in a specialisation
// of Record; writer (writer.h), strict reader (reader.h), JSON Schema (schema.h) and the types for
// Python (python.h) follow from that. Knows neither JSON nor any record.
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
// A struct that is told in several formats has a Record for each: Record<T, Format>, where Format
// is a type that stands for the format; writer, reader and schema take it and pass it on. void is
// the format of structs with only one.
//
// A Record may also have
//   static constexpr bool kIsList = true;      it is told as a list of its fields' values, in order
//   static void Check(const T&, const Place&)  says by Place::Fail what no single field can know
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

// A list that indices point into. It is known by its address.
struct Table {
  std::string_view items;  // "types", for messages
};

// How a text is told that JSON may not be able to hold.
enum class TextForm : uint8_t {
  kPlain,  // as it is: it is UTF-8
  kOrHex,  // as it is, or else under the name with "_hex" behind it: the bytes as hexadecimal
           // digits
  kHex,    // always as hexadecimal digits
};

// What texts of a kind look like.
struct TextShape {
  std::string_view expected;  // "module:Qualified.name", for messages
  std::string_view pattern;   // a regular expression, for the schema
  bool (*is)(std::string_view text);
};

inline constexpr uint32_t kNone = 0xffffffff;  // an index that points nowhere

// What holds for a field beside its type. Rules on single values hold for each item of a list.
struct Rule {
  // Written whatever it is, and demanded. Otherwise it is left out where it is as in a new struct
  // (what is empty, 0 or false, mostly), and what is absent stays so.
  bool always = false;
  // The kinds that have the field, as bits (KindsOf); for others it must be absent.
  uint64_t of = ~uint64_t{0};
  const Table* in = nullptr;     // it is an index into that list
  bool or_none = false;          // … or kNone, told as -1
  const Table* makes = nullptr;  // it is that list
  int64_t lowest = std::numeric_limits<int64_t>::min();
  int64_t highest = std::numeric_limits<int64_t>::max();
  std::size_t most = std::numeric_limits<uint32_t>::max();  // items of a list, bytes of a text
  bool any_real = false;  // "nan", "inf" and "-inf", too; otherwise only finite numbers
  TextForm text = TextForm::kPlain;
  std::string_view hex = {};  // the name of a TextForm::kOrHex in hexadecimal; else NAME_hex
  const TextShape* shape = nullptr;
  NameList words = {};                 // in place of kNames; of a text: it is one of these
  NameList flags = {};                 // it is a set of bits, told as a list of these names
  std::optional<int64_t> absent = {};  // what is left out in place of the number in a new struct
  bool truth = false;                  // a number that is told as true or false
  bool in_pairs = false;               // a list told as one of pairs, [[key, value], …]; likewise
                                       // one of values with names, which is else an object
  bool single = false;                 // a list of at most one item, told as that item
  bool or_null = false;                // an optional value that is told as null where it is absent
};

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

// One that is always told.
template <typename T, typename Member>
constexpr Field<T, Member> Always(std::string_view name, Member T::*place,
                                  std::string_view what = {}, Rule rules = {}) {
  rules.always = true;
  return {name, place, what, rules};
}

// A field that a function tells from the record. Another function may put what is read back into
// it; without one, the field is for readers of the JSON, and is only checked where it is read.
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

// A field that is the same in every record of the type: a number or a text.
template <typename Value>
struct Constant {
  constexpr Constant(std::string_view field_name, Value the_value)
      : name(field_name), value(the_value) {}

  std::string_view name;
  Value value;
};

inline constexpr std::string_view kDigits = "digits";
inline constexpr int64_t kMostExact = (int64_t{1} << 53) - 1;  // the largest that a double holds

// An integer of any size, in two members: the number, and its decimal digits where it does not fit.
// Numbers that every reader of JSON keeps exact are told as `name`, others as `digits_name`.
template <typename T>
struct WholeNumber {
  using Owner = T;

  constexpr WholeNumber(std::string_view field_name, int64_t T::*number, std::string T::*text,
                        Rule rules = {}, std::string_view other_name = kDigits)
      : name(field_name), integer(number), digits(text), rule(rules), digits_name(other_name) {}

  std::string_view name;
  int64_t T::*integer;
  std::string T::*digits;  // empty when the number fits
  Rule rule;               // of which `of` alone counts
  std::string_view digits_name;
};

// A member whose fields stand among those of its owner: the given ones, or all of its record.
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

// Specialised for what is told as one text and is no enumeration with kNames:
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

// The name that a text of TextForm::kOrHex has in the other form.
template <typename F>
std::string HexNameOf(const F& field) {
  return field.rule.hex.empty() ? std::string(field.name) + "_hex" : std::string(field.rule.hex);
}

inline bool IsOf(const Rule& rule, uint64_t kind) { return (rule.of & kind) != 0; }

// What types of members are told as: a list, an object (of pairs with a name), or nothing at all.
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
// For records that hold others of their own type.
template <typename T>
inline constexpr bool kIsShared = false;
template <typename T>
inline constexpr bool kIsShared<std::shared_ptr<const T>> = true;

}  // namespace skua::record
