// The distance of a string from a match of a regular expression: the least cost of changing, adding
// and removing characters until it matches (Myers and Miller, "Approximate Matching of Regular
// Expressions", 1989). Parses the pattern itself. Ignores parts without a meaningful cost:
// lookaround and word boundaries always hold, and a back reference matches anything.
#pragma once

#include <Python.h>

#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "runtime/extension/distance/text_distance.h"

namespace skua::runtime {

// A set of characters as ranges, ascending and disjoint.
using CharacterSet = std::vector<std::pair<Py_UCS4, Py_UCS4>>;

// A pattern as an automaton's states (Thompson 1968); state 0 is the end.
struct RegexStates {
  enum class Kind : uint8_t { kEnd, kCharacter, kSplit, kAtStart, kAtEnd };
  struct State {
    Kind kind = Kind::kEnd;
    uint16_t next = 0, other = 0;  // other: for a split
    uint16_t set = 0;              // for a character
  };
  std::vector<State> states;
  std::vector<CharacterSet> sets;
  uint16_t start = 0;
};

// Parses a pattern. Returns nullopt if it is invalid or has too many states. `flags` as in Python.
std::optional<RegexStates> ReadRegex(const Text& pattern, long flags);

// With both ends free, any part of the string may match. A distance of 0 does not prove a match.
double RegexDistance(const RegexStates& regex, const Text& text, bool free_start, bool free_end);

// Computes distances for recurring patterns; kUnknown for a pattern that cannot be parsed.
class RegexDistances {
 public:
  double Of(const Text& pattern, long flags, const Text& text, bool free_start, bool free_end);

 private:
  static constexpr std::size_t kPatterns = 512;
  std::unordered_map<std::u32string, std::optional<RegexStates>> read_;
};

}  // namespace skua::runtime
