// Breaks lines between words, for terminals of any width.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace skua::report {

// Splits `line` into lines of at most `width` columns (0: one line). A wider word, such as a path,
// has a line of its own and stays whole, so that it can be copied. REQUIRES: `line` is a result of
// OneLine.
std::vector<std::string> Wrapped(std::string_view line, std::size_t width);

}  // namespace skua::report
