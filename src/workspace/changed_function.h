// Finds the changed line of a function, for remarks beside a diff.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "workspace/changed_lines.h"

namespace skua::workspace {

// Returns the first changed line of the function that begins at `line` of `source`, with its
// decorators; `line` if no line of it changed. A function ends before the next statement that is
// indented no deeper.
uint32_t FirstChangeOf(std::string_view source, uint32_t line,
                       const std::vector<LineRange>& changed);

}  // namespace skua::workspace
