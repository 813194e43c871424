// Breaks one logical line of Python into physical lines exactly as black does, for the
// forms of lines that generated tests consist of: assignments, calls, asserts, decorators, `with`.
#pragma once

#include <string>
#include <string_view>

namespace skua::render {

inline constexpr int kUsualColumns = 88;  // black's

// `flat` is the line as black would write it if lines had no limit: double quotes, one space around
// operators, no trailing commas but in one-tuples, no comments, no line breaks.
// `indent` is in levels of four columns, `columns` what a line may take. The result ends with a
// newline.
std::string LayOut(std::string_view flat, int indent, int columns = kUsualColumns);

// The columns that a text takes on the screen; wide characters count as two.
int DisplayWidth(std::string_view utf8);

}  // namespace skua::render
