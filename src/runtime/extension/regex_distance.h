// How far a text is from what a regular expression matches: the least cost of changing, adding and
// taking away characters until it does (Myers and Miller, "Approximate Matching of Regular
// Expressions", 1989). Patterns are read anew from their text, without what a cost cannot be given
// for: lookaround and word boundaries always hold, a back reference takes anything.
#pragma once

#include <Python.h>

#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "runtime/extension/text_distance.h"

namespace skua::runtime {

// Characters as ranges, ascending and apart.
using CharacterSet = std::vector<std::pair<Py_UCS4, Py_UCS4>>;

// A pattern as states to go through (Thompson 1968); state 0 is the end.
struct RegexStates {
  enum class Kind : uint8_t { kEnd, kCharacter, kSplit, kAtStart, kAtEnd };
  struct State {
    Kind kind = Kind::kEnd;
    uint16_t next = 0, other = 0;  // other: of a split
    uint16_t set = 0;              // of a character
  };
  std::vector<State> states;
  std::vector<CharacterSet> sets;
  uint16_t start = 0;
};

// Nothing when the pattern is no such one, or has too many states. `flags` as Python's.
std::optional<RegexStates> ReadRegex(const Text& pattern, long flags);

// Any part of the text will do when both ends are free; 0 does not prove that it matches.
double RegexDistance(const RegexStates& regex, const Text& text, bool free_start, bool free_end);

// The same for patterns that come again and again; kUnknown for one that cannot be read.
class RegexDistances {
 public:
  double Of(const Text& pattern, long flags, const Text& text, bool free_start, bool free_end);

 private:
  static constexpr std::size_t kPatterns = 512;
  std::unordered_map<std::u32string, std::optional<RegexStates>> read_;
};

}  // namespace skua::runtime
