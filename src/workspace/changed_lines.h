// Which lines of a project differ from a git ref.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace skua::workspace {

struct LineRange {
  uint32_t first = 0;
  uint32_t last = 0;  // inclusive
  bool operator==(const LineRange&) const = default;
};

// Lines by project-relative path, ascending. Files without new or changed lines are left out.
using ChangedLines = std::map<std::string, std::vector<LineRange>>;

bool IsWithin(uint32_t line, const std::vector<LineRange>& ranges);

// Parses the output of `git diff --unified=0`, which has "b/" before the present names of files.
ChangedLines ParseDiff(std::string_view diff);

}  // namespace skua::workspace
