// Python literals, spelled as black leaves them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace skua::render {

// UTF-8, lone surrogates encoded as if they were characters. What is printable stays as it is.
std::string StrLiteral(std::string_view text);
std::string BytesLiteral(std::string_view bytes);
// The same, but what no line has room for is in pieces, the lines of a text one by one:
// `("first\n" "second\n")`.
std::string StrText(std::string_view text);
std::string BytesText(std::string_view bytes);
std::string IntLiteral(int64_t value);
// Decimal digits with an optional sign; in hexadecimal where Python refuses so many digits.
std::string IntLiteral(std::string_view decimal);
// The shortest digits that read back as the same number; float("inf") and the like for the rest.
std::string FloatLiteral(double value);
std::string ComplexLiteral(double real, double imaginary);

// Steps over one character: its code point, and `at` moved behind it. Malformed bytes give
// themselves as U+DC80…U+DCFF, as Python's surrogateescape does.
uint32_t NextCodePoint(std::string_view utf8, std::size_t& at);

}  // namespace skua::render
