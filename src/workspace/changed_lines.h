// The lines of a project that differ from a git ref.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "model/criterion.h"

namespace skua::workspace {

using model::IsWithin;
using model::LineRange;

// Lines by project-relative path, ascending. Files without new or changed lines are absent.
using ChangedLines = std::map<std::string, std::vector<LineRange>>;

// Parses the output of `git diff --unified=0` with "b/" before the present names of files.
ChangedLines ParseDiff(std::string_view diff);

}  // namespace skua::workspace
