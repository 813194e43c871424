// Breaks one logical line of Python into physical lines exactly as black does, for the kinds of
// lines in generated tests: assignments, calls, asserts, decorators, `with`.
#pragma once

#include <string>
#include <string_view>

namespace skua::render {

inline constexpr int kUsualColumns = 88;  // black's

// `flat` is the line as black writes it without a limit: double quotes, one space around operators,
// no trailing commas but in one-tuples, no comments, no line breaks. `indent` is in levels of four
// columns, `columns` is the longest line. The result ends with a newline.
std::string LayOut(std::string_view flat, int indent, int columns = kUsualColumns);

// Returns the columns of a text on the screen; wide characters count as two.
int DisplayWidth(std::string_view utf8);

}  // namespace skua::render
