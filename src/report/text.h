// Text as reports need it: bounded, free of what a terminal or an XML reader must not get (names,
// messages and values come from code under test), and measured in columns. And how durations and
// shares are written everywhere.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/clock.h"

namespace skua::report {

// Length in bytes of the UTF-8 character that `text` begins with, and the character; 0 when these
// bytes are none (truncated, overlong, a surrogate). REQUIRES: text is not empty.
std::size_t DecodeUtf8(std::string_view text, char32_t& character);

// Valid UTF-8 of characters that XML 1.0 allows. Others become escapes as Python writes them
// (\x1b, \ud800, \xff). At most about `limit` bytes of `text` are kept, with a remark on the rest.
std::string XmlText(std::string_view text, std::size_t limit);

// For one line on a terminal: white space collapsed to single spaces; control characters, marks
// that change the writing direction and invalid bytes as escapes.
std::string OneLine(std::string_view text);

// Columns on a terminal: wide characters take two, combining ones none.
std::size_t DisplayWidth(std::string_view text);

enum class Cut { kEnd, kStart };  // what is given up when a text is too wide
// `text` in at most `width` columns, with an ellipsis where it was cut.
std::string FitWidth(std::string_view text, std::size_t width, Cut cut = Cut::kEnd);

std::string FormatDuration(base::Duration duration);  // "0.1 s", "41 s", "5m 12s", "1h 10m"
// "96 %", rounded down, so that only all is "100 %", and up from nothing, so that only none is "0
// %".
std::string FormatShare(double share);
std::string FormatCount(uint64_t count);  // "950", "21k", "1.2M"

}  // namespace skua::report
