// Python literals, spelled as black leaves them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace skua::render {

// `text` is UTF-8, in which lone surrogates are encoded as if they were characters. Printable
// characters stay as they are.
std::string StrLiteral(std::string_view text);
std::string BytesLiteral(std::string_view bytes);
// As StrLiteral, but a text too long for a line is written in pieces, where possible one for each
// of its lines: `("first\n" "second\n")`.
std::string StrText(std::string_view text);
std::string BytesText(std::string_view bytes);
std::string IntLiteral(int64_t value);
// Decimal digits with an optional sign, or hexadecimal ones where Python refuses so many decimal
// digits.
std::string IntLiteral(std::string_view decimal);
// The shortest digits that read back as the same number; float("inf") and the like for other
// values.
std::string FloatLiteral(double value);
std::string ComplexLiteral(double real, double imaginary);

// Returns the code point at `at` and moves `at` behind it. Malformed bytes become U+DC80…U+DCFF, as
// with Python's surrogateescape.
uint32_t NextCodePoint(std::string_view utf8, std::size_t& at);

}  // namespace skua::render
