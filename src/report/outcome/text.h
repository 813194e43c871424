// Makes text fit for reports: bounded, free of characters that a terminal or an XML reader must not
// get (names, messages and values come from code under test), and measured in columns. Also formats
// durations and shares.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/clock.h"

namespace skua::report {

// Reads the UTF-8 character at the start of `text` and returns its length in bytes; 0 when these
// bytes are no character (truncated, overlong, a surrogate). REQUIRES: text is not empty.
std::size_t DecodeUtf8(std::string_view text, char32_t& character);

// Valid UTF-8 with characters that XML 1.0 allows. Other characters become escapes as in Python
// (\x1b, \ud800, \xff). At most about `limit` bytes of `text` are kept, with a remark on the rest.
std::string XmlText(std::string_view text, std::size_t limit);

// Text for one line of a terminal: white space becomes single spaces; control characters, marks
// that change the writing direction and invalid bytes become escapes.
std::string OneLine(std::string_view text);

// The width on a terminal in columns: wide characters take two, combining ones none.
std::size_t DisplayWidth(std::string_view text);

enum class Cut { kEnd, kStart };  // the end of a text that is given up when the text is too wide
// `text` in at most `width` columns, with an ellipsis where it was cut.
std::string FitWidth(std::string_view text, std::size_t width, Cut cut = Cut::kEnd);

// "1 module", "2 modules"
std::string Count(std::size_t count, std::string_view thing);

std::string FormatDuration(base::Duration duration);  // "0.1 s", "41 s", "5m 12s", "1h 10m"
// "96 %". Rounded down, so that only everything is "100 %"; but only nothing is "0 %".
std::string FormatShare(double share);
std::string FormatCount(uint64_t count);  // "950", "21k", "1.2M"

}  // namespace skua::report
