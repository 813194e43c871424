// Breaks lines between words, for terminals of any width.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace skua::report {

// `line` in lines of at most `width` columns, 0: in one. A word that is wider, as a path may be,
// has a line of its own and stays whole, so that it can be copied. REQUIRES: `line` is as OneLine
// makes it.
std::vector<std::string> Wrapped(std::string_view line, std::size_t width);

}  // namespace skua::report
