// Names of enumerators in records, declared once for each enumeration and checked by the compiler:
// an enumerator without a name does not compile.
//
//   template <>
//   inline constexpr auto kNames<model::Verdict> = AllNamed<model::Verdict>({
//       {model::Verdict::kPassed, "passed"},
//       …
//   });
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <type_traits>

namespace skua::record {

template <typename Kind>
struct Named {
  Kind kind;
  std::string_view name;
};

// Names, indexed by the enumerators' values. An enumerator with an empty name is never written.
template <std::size_t count>
using Names = std::array<std::string_view, count>;
using NameList = std::span<const std::string_view>;

// Specialised, in this namespace, for each enumeration with the same names in all formats.
template <typename Kind>
inline constexpr auto kNames = nullptr;

template <typename Kind>
concept HasNames = std::is_enum_v<Kind> &&
    !std::is_same_v<std::remove_const_t<decltype(kNames<Kind>)>, std::nullptr_t>;

// Returns whether the enumeration has an enumerator with this value. Compilers print an enumerator
// by its name, and any other value as a cast: "(model::Verdict)6".
template <auto value>
consteval bool IsEnumerator() {
  const std::string_view text = __PRETTY_FUNCTION__;
  const std::size_t begin = text.rfind("value = ") + 8;
  std::string_view shown = text.substr(begin, text.find_last_of(";]") - begin);
  shown = shown.substr(0, shown.find(';'));
  const std::size_t cast = shown.rfind(')');
  if (cast == shown.npos || cast + 1 == shown.size()) return true;
  return !std::ranges::all_of(shown.substr(cast + 1), [](char c) { return c >= '0' && c <= '9'; });
}

// Returns the names of all enumerators, whose values count from 0.
template <typename Kind, std::size_t count>
consteval Names<count> AllNamed(const Named<Kind> (&named)[count]) {
  static_assert(IsEnumerator<static_cast<Kind>(count - 1)>(), "more names than enumerators");
  static_assert(!IsEnumerator<static_cast<Kind>(count)>(), "an enumerator has no name");
  Names<count> names;
  for (const auto& [kind, name] : named) names[static_cast<std::size_t>(kind)] = name;
  for (const std::string_view name : names) {
    if (name.empty()) throw "an enumerator has two names, and another has none";
  }
  return names;
}

// Returns the names of some of the `count` enumerators, for a format that never writes the others.
template <std::size_t count, typename Kind, std::size_t known>
consteval Names<count> SomeNamed(const Named<Kind> (&named)[known]) {
  static_assert(!IsEnumerator<static_cast<Kind>(count)>(), "an enumerator has no place");
  Names<count> names;
  for (const auto& [kind, name] : named) names[static_cast<std::size_t>(kind)] = name;
  return names;
}

template <HasNames Kind>
constexpr std::string_view NameOf(Kind kind) {
  return kNames<Kind>[static_cast<std::size_t>(kind)];
}

}  // namespace skua::record
