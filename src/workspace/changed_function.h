// Where in a function a change is, for remarks that stand beside the diff.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "workspace/changed_lines.h"

namespace skua::workspace {

// The first changed line of the function that begins at `line` of `source`, be it with a decorator;
// `line` itself when none of its lines changed. A function ends before the next line that is
// indented no deeper and begins a statement.
uint32_t FirstChangeOf(std::string_view source, uint32_t line,
                       const std::vector<LineRange>& changed);

}  // namespace skua::workspace
