// Patterns over '/'-separated paths, as in git: `*`, `?` and `[…]` stay within one part of a path,
// `**` as a whole part matches any number of parts (at the end: at least one).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace skua::workspace {

// Returns the parts of a pattern or path, without empty ones.
std::vector<std::string_view> SplitPath(std::string_view path);

// Returns whether one part of a pattern matches one part of a path.
bool MatchesPart(std::string_view pattern, std::string_view name);

bool MatchesPath(const std::vector<std::string>& pattern, std::string_view path);

}  // namespace skua::workspace
