// Maps enumerators of outcomes to the names that reports use, and back.
#pragma once

#include <array>
#include <string_view>
#include <utility>

#include "model/outcome.h"

namespace skua::report {

template <typename T, std::size_t N>
using Names = std::array<std::pair<T, std::string_view>, N>;

inline constexpr Names<model::Change, 6> kChangeNames = {{
    {model::Change::kNew, "new"},
    {model::Change::kModified, "modified"},
    {model::Change::kAffected, "affected"},
    {model::Change::kUnchanged, "unchanged"},
    {model::Change::kDeleted, "deleted"},
    {model::Change::kRenamed, "renamed"},
}};

inline constexpr Names<model::Verdict, 6> kVerdictNames = {{
    {model::Verdict::kPassed, "passed"},
    {model::Verdict::kRaised, "raised"},
    {model::Verdict::kTimedOut, "timed_out"},
    {model::Verdict::kCrashed, "crashed"},
    {model::Verdict::kOutOfMemory, "out_of_memory"},
    {model::Verdict::kNotRun, "not_run"},
}};

inline constexpr Names<model::MutantFate, 4> kFateNames = {{
    {model::MutantFate::kKilled, "killed"},
    {model::MutantFate::kSurvived, "survived"},
    {model::MutantFate::kNotReached, "not_reached"},
    {model::MutantFate::kNotRun, "not_run"},
}};

template <typename T, std::size_t N>
constexpr std::string_view NameIn(const Names<T, N>& names, T value) {
  for (const auto& [known, name] : names) {
    if (known == value) return name;
  }
  return "";
}

// Unknown names, from a later version, are read as the first enumerator.
template <typename T, std::size_t N>
constexpr T ValueIn(const Names<T, N>& names, std::string_view text) {
  for (const auto& [known, name] : names) {
    if (name == text) return known;
  }
  return names.front().first;
}

}  // namespace skua::report
