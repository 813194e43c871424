#include "workspace/glob.h"

#include <array>
#include <cctype>
#include <optional>
#include <span>
#include <utility>

namespace skua::workspace {
namespace {

using CharacterClass = std::pair<std::string_view, int (*)(int)>;
constexpr std::array<CharacterClass, 12> kCharacterClasses = {{
    {"alnum", std::isalnum},
    {"alpha", std::isalpha},
    {"blank", std::isblank},
    {"cntrl", std::iscntrl},
    {"digit", std::isdigit},
    {"graph", std::isgraph},
    {"lower", std::islower},
    {"print", std::isprint},
    {"punct", std::ispunct},
    {"space", std::isspace},
    {"upper", std::isupper},
    {"xdigit", std::isxdigit},
}};

bool IsInClass(std::string_view name, unsigned char c) {
  return std::ranges::any_of(kCharacterClasses, [&](const auto& known) {
    return known.first == name && known.second(c) != 0;
  });
}

struct BracketMatch {
  bool matches = false;
  std::size_t length = 0;  // length of the bracket expression, including both brackets
};

// Matches a bracket expression at the start of `pattern`. Returns nullopt if the bracket is not
// closed: such a pattern matches nothing.
std::optional<BracketMatch> MatchBracket(std::string_view pattern, unsigned char c) {
  std::size_t i = 1;
  const bool negated = pattern.starts_with("[!") || pattern.starts_with("[^");
  if (negated) ++i;
  bool matches = false;
  for (bool first = true; i < pattern.size(); first = false) {
    if (pattern[i] == ']' && !first) return BracketMatch{matches != negated, i + 1};
    if (pattern.substr(i, 2) == "[:") {
      const std::size_t end = pattern.find(":]", i + 2);
      if (end == std::string_view::npos) return std::nullopt;
      const std::string_view name = pattern.substr(i + 2, end - i - 2);
      matches |= IsInClass(name, c);
      i = end + 2;
      continue;
    }
    const auto take = [&]() -> unsigned char {
      if (pattern[i] == '\\' && i + 1 < pattern.size()) ++i;
      return static_cast<unsigned char>(pattern[i++]);
    };
    const unsigned char low = take();
    unsigned char high = low;
    if (i + 1 < pattern.size() && pattern[i] == '-' && pattern[i + 1] != ']') {
      ++i;
      high = take();
    }
    matches |= low <= c && c <= high;
  }
  return std::nullopt;
}

// Returns how many characters of the pattern match the character of the name; 0: none.
std::size_t MatchOne(std::string_view pattern, char c) {
  if (pattern.empty()) return 0;
  switch (pattern[0]) {
    case '?':
      return 1;
    case '[': {
      const auto bracket = MatchBracket(pattern, static_cast<unsigned char>(c));
      return bracket && bracket->matches ? bracket->length : 0;
    }
    case '\\':
      return pattern.size() > 1 && pattern[1] == c ? 2 : 0;
    default:
      return pattern[0] == c ? 1 : 0;
  }
}

// As in MatchesPart: if a match after a `**` fails, it is retried one folder further; earlier ones
// need no retry.
bool MatchesParts(std::span<const std::string> pattern, std::span<const std::string_view> path) {
  std::size_t p = 0, n = 0;
  // The index after the last `**` in the pattern, and the end of its match.
  std::optional<std::pair<std::size_t, std::size_t>> any;
  while (n < path.size() || p < pattern.size()) {
    if (p < pattern.size() && pattern[p] == "**") {
      if (p + 1 == pattern.size()) return n < path.size();
      any = {++p, n};
    } else if (p < pattern.size() && n < path.size() && MatchesPart(pattern[p], path[n])) {
      ++p;
      ++n;
    } else if (any && any->second < path.size()) {
      p = any->first;
      n = ++any->second;
    } else {
      return false;
    }
  }
  return true;
}

}  // namespace

std::vector<std::string_view> SplitPath(std::string_view path) {
  std::vector<std::string_view> parts;
  while (!path.empty()) {
    const std::size_t end = std::min(path.find('/'), path.size());
    if (end > 0) parts.push_back(path.substr(0, end));
    path.remove_prefix(std::min(end + 1, path.size()));
  }
  return parts;
}

// Matches with retries: if a match after a star fails, it is retried one character further; earlier
// stars need no retry.
bool MatchesPart(std::string_view pattern, std::string_view name) {
  std::size_t p = 0, n = 0;
  // The index after the last star in the pattern, and the end of its match.
  std::optional<std::pair<std::size_t, std::size_t>> star;
  while (n < name.size() || p < pattern.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = {++p, n};
      continue;
    }
    const std::size_t used = n < name.size() ? MatchOne(pattern.substr(p), name[n]) : 0;
    if (used > 0) {
      p += used;
      ++n;
    } else if (star && star->second < name.size()) {
      p = star->first;
      n = ++star->second;
    } else {
      return false;
    }
  }
  return true;
}

bool MatchesPath(const std::vector<std::string>& pattern, std::string_view path) {
  return MatchesParts(pattern, SplitPath(path));
}

}  // namespace skua::workspace
