#include "runtime/extension/distance/regex_distance.h"

#include <algorithm>

#include "runtime/extension/distance/distance.h"

namespace skua::runtime {
namespace {

constexpr std::size_t kRead = 64;  // characters read of the string

// Returns the cost of changing a character into one of the set: 0 inside the set, else up to 1,
// less for a nearer one.
double ChangeCost(const CharacterSet& set, Py_UCS4 unit) {
  double least = kUnknown;
  for (const auto& [low, high] : set) {
    const double gap = unit < low ? low - unit : unit > high ? unit - high : 0;
    least = std::min(least, gap);
  }
  return least == 0 ? 0 : 0.5 + 0.5 * (least == kUnknown ? 1 : least / (least + 1));
}

// Propagates costs by steps that take no character of the string; a state's successors mostly
// precede it in the list.
void TakeNoCharacter(const RegexStates& regex, std::size_t at, std::size_t length,
                     std::vector<double>& column) {
  using Kind = RegexStates::Kind;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = regex.states.size(); i-- > 1;) {
      const RegexStates::State& state = regex.states[i];
      if (column[i] == kUnknown) continue;
      double cost = column[i];
      if (state.kind == Kind::kCharacter) cost += 1;  // adds the character to the string
      if (state.kind == Kind::kAtStart) cost += static_cast<double>(at);
      if (state.kind == Kind::kAtEnd) cost += static_cast<double>(length - at);
      const auto reach = [&](uint16_t to) {
        if (cost < column[to]) column[to] = cost, changed = true;
      };
      reach(state.next);
      if (state.kind == Kind::kSplit) reach(state.other);
    }
  }
}

}  // namespace

// A column has, for each state, the least cost of reaching it after some characters.
double RegexDistance(const RegexStates& regex, const Text& text, bool free_start, bool free_end) {
  using Kind = RegexStates::Kind;
  const std::size_t size = std::min(text.size, kRead);
  const std::size_t count = regex.states.size();
  std::vector<double> column(count, kUnknown), next(count);
  double best = kUnknown;
  for (std::size_t at = 0; at <= size; ++at) {
    if (at == 0 || free_start) column[regex.start] = 0;
    TakeNoCharacter(regex, at, text.length, column);
    const double beyond = free_end ? 0 : static_cast<double>(text.length - at);
    best = std::min(best, column[0] + beyond);
    if (at == size) break;
    // Removes the string's character.
    for (std::size_t i = 0; i < count; ++i) next[i] = column[i] + 1;
    for (std::size_t i = 1; i < count; ++i) {
      const RegexStates::State& state = regex.states[i];
      if (state.kind != Kind::kCharacter || column[i] == kUnknown) continue;
      const double cost = column[i] + ChangeCost(regex.sets[state.set], text.units[at]);
      next[state.next] = std::min(next[state.next], cost);
    }
    column.swap(next);
  }
  return best;
}

double RegexDistances::Of(const Text& pattern, long flags, const Text& text, bool free_start,
                          bool free_end) {
  std::u32string key(reinterpret_cast<const char32_t*>(pattern.units), pattern.size);
  key.push_back(static_cast<char32_t>(flags & 0xffff));
  auto found = read_.find(key);
  if (found == read_.end()) {
    if (read_.size() >= kPatterns) read_.clear();
    found = read_.emplace(std::move(key), ReadRegex(pattern, flags)).first;
  }
  if (!found->second) return kUnknown;
  return RegexDistance(*found->second, text, free_start, free_end);
}

}  // namespace skua::runtime
