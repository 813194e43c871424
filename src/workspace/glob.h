// Patterns over '/'-separated paths, as git understands them: `*`, `?` and `[…]` stay within one
// part of a path, `**` as a whole part stands for any number of parts (at the end: for at least
// one).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace skua::workspace {

// The parts of a pattern or path, without empty ones.
std::vector<std::string_view> SplitPath(std::string_view path);

// Whether one part of a pattern matches one part of a path.
bool MatchesPart(std::string_view pattern, std::string_view name);

bool MatchesPath(const std::vector<std::string>& pattern, std::string_view path);

}  // namespace skua::workspace
