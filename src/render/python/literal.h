// Python literals, formatted as by black.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace skua::render {

// Returns a literal that keeps printable characters. `text` is UTF-8, with lone surrogates encoded
// like characters.
std::string StrLiteral(std::string_view text);
std::string BytesLiteral(std::string_view bytes);
// Like StrLiteral, but writes a long string in pieces, if possible one for each of its lines:
// `("first\n" "second\n")`.
std::string StrText(std::string_view text);
std::string BytesText(std::string_view bytes);
std::string IntLiteral(int64_t value);
// Returns decimal digits with an optional sign, or hexadecimal ones for so many digits that Python
// rejects decimal ones.
std::string IntLiteral(std::string_view decimal);
// Returns the shortest digits that read back as the same number; float("inf") and the like for
// other values.
std::string FloatLiteral(double value);
std::string ComplexLiteral(double real, double imaginary);

// Returns the code point at `at` and moves `at` past it. Malformed bytes become U+DC80…U+DCFF, as
// with Python's surrogateescape.
uint32_t NextCodePoint(std::string_view utf8, std::size_t& at);

}  // namespace skua::render
