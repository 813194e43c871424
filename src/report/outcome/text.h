// Makes text from code under test fit for reports: bounded, and free of characters that terminals
// or XML readers reject; measures text in columns. Formats durations and shares.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/clock.h"

namespace skua::report {

// Reads the UTF-8 character at the start of `text` and returns its length in bytes; 0 if the bytes
// are invalid (truncated, overlong, a surrogate). REQUIRES: text is not empty.
std::size_t DecodeUtf8(std::string_view text, char32_t& character);

// Returns valid UTF-8 with characters that XML 1.0 allows. Others become escapes as in Python
// (\x1b, \ud800, \xff). Keeps about `limit` bytes of `text`, with a remark on the rest.
std::string XmlText(std::string_view text, std::size_t limit);

// Returns text for one line of a terminal: white space becomes single spaces; control characters,
// marks that change the writing direction and invalid bytes become escapes.
std::string OneLine(std::string_view text);

// Returns the width in a terminal's columns: wide characters take two, combining ones none.
std::size_t DisplayWidth(std::string_view text);

enum class Cut { kEnd, kStart };  // the end at which a too wide text is cut
// Returns `text` in at most `width` columns, with an ellipsis where it was cut.
std::string FitWidth(std::string_view text, std::size_t width, Cut cut = Cut::kEnd);

// Returns "1 module" or "2 modules".
std::string Count(std::size_t count, std::string_view thing);

std::string FormatDuration(base::Duration duration);  // "0.1 s", "41 s", "5m 12s", "1h 10m"
// Returns "96 %", rounded down to 1 % at least: only everything is "100 %", only nothing is "0 %".
std::string FormatShare(double share);
std::string FormatCount(uint64_t count);  // "950", "21k", "1.2M"

}  // namespace skua::report
