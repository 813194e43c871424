// What a search covers: branches, and what other criteria of the literature add to them (Rojas et
// al., "Combining multiple coverage criteria in search-based unit test generation").
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace skua::model {

enum class Criterion : uint8_t {
  kBranch,
  kLine,
  kChangedLines,
  kException,
  kOutput,
  kInput,
  kWeakMutation,
};

// In the order of the enumerators.
inline constexpr std::array<std::string_view, 7> kCriteria = {
    "branch", "line", "changed-lines", "exception", "output", "input", "weak-mutation"};

inline std::string_view NameOf(Criterion criterion) {
  return kCriteria[static_cast<std::size_t>(criterion)];
}

// Lines of a file, both inclusive.
struct LineRange {
  uint32_t first = 0;
  uint32_t last = 0;
  bool operator==(const LineRange&) const = default;
};

bool IsWithin(uint32_t line, const std::vector<LineRange>& ranges);

}  // namespace skua::model
