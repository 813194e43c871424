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
  uint32_t last = 0;  // with this one
  bool operator==(const LineRange&) const = default;
};

// By path, project-relative; ascending. Files without lines that are new or different are not in
// it.
using ChangedLines = std::map<std::string, std::vector<LineRange>>;

// What `git diff --unified=0` prints, with "b/" before the names of files as they are now.
ChangedLines ParseDiff(std::string_view diff);

}  // namespace skua::workspace
