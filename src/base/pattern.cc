#include "base/pattern.h"

#include <regex>

namespace skua::base {
namespace {

Pattern::Groups GroupsOf(const std::cmatch& match) {
  Pattern::Groups groups;
  for (const auto& group : match) groups.push_back(group.str());
  return groups;
}

}  // namespace

class Pattern::Compiled {
 public:
  std::regex regex;
};

Pattern::Pattern(std::string_view text, Letters letters)
    : compiled_(new Compiled{std::regex(text.begin(), text.end(),
                                        letters == Letters::kInAnyCase
                                            ? std::regex::ECMAScript | std::regex::icase
                                            : std::regex::ECMAScript)}) {}

Pattern::~Pattern() = default;

bool Pattern::Matches(std::string_view text) const { return Match(text).has_value(); }

std::optional<Pattern::Groups> Pattern::Match(std::string_view text) const {
  std::cmatch match;
  const char* const end = text.data() + text.size();
  if (!std::regex_match(text.data(), end, match, compiled_->regex)) return std::nullopt;
  return GroupsOf(match);
}

std::optional<Pattern::Groups> Pattern::Search(std::string_view text) const {
  std::cmatch match;
  const char* const end = text.data() + text.size();
  if (!std::regex_search(text.data(), end, match, compiled_->regex)) return std::nullopt;
  return GroupsOf(match);
}

}  // namespace skua::base
