// Coverage criteria of a search: branches, and further goals after Rojas et al., "Combining
// multiple coverage criteria in search-based unit test generation".
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace skua::model {

// A row for each criterion: the enumerator, its name in search.criteria and reports, and the words
// after the name in the option's help. Option, schemas, help and the table in
// search/goals/criteria.cc follow from it; a file beside that table defines the criterion's goals.
#define SKUA_CRITERIA(ROW)                                                       \
  ROW(kBranch, "branch", "")                                                     \
  ROW(kLine, "line", "")                                                         \
  ROW(kChangedLines, "changed-lines", " (those that differ from --base, first)") \
  ROW(kException, "exception", "")                                               \
  ROW(kOutput, "output", "")                                                     \
  ROW(kInput, "input", "")                                                       \
  ROW(kMethod, "method", "")                                                     \
  ROW(kWeakMutation, "weak-mutation", "")                                        \
  ROW(kCoupledBranch, "coupled-branch", " (of two modules; pairs: auto, unless pairs are named)")

#define SKUA_ENUMERATOR(enumerator, name, note) enumerator,
enum class Criterion : uint8_t { SKUA_CRITERIA(SKUA_ENUMERATOR) };
#undef SKUA_ENUMERATOR

// Names, in the order of the enumerators.
#define SKUA_NAME(enumerator, name, note) std::string_view(name),
inline constexpr std::array kCriteria = {SKUA_CRITERIA(SKUA_NAME)};
#undef SKUA_NAME

inline std::string_view NameOf(Criterion criterion) {
  return kCriteria[static_cast<std::size_t>(criterion)];
}

// Returns whether `names`, such as those of search.criteria, contain the criterion's name.
bool Names(std::span<const std::string> criteria, Criterion criterion);

// Lines of a file; both ends are inclusive.
struct LineRange {
  uint32_t first = 0;
  uint32_t last = 0;
  bool operator==(const LineRange&) const = default;
};

bool IsWithin(uint32_t line, const std::vector<LineRange>& ranges);

}  // namespace skua::model
