#include "render/python/literal.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>
#include <vector>

#include "render/python/layout.h"

namespace skua::render {
namespace {

// Returns whether the character needs no escape: in one column Latin, Greek and Cyrillic, in two
// columns kana, CJK ideographs and Hangul. Everything else is escaped, so that invisible and
// combining characters show.
bool StaysVerbatim(uint32_t c) {
  static constexpr std::array<std::pair<uint32_t, uint32_t>, 13> kRanges = {{
      {0x20, 0x7E},
      {0xA1, 0xAC},
      {0xAE, 0x17F},
      {0x180, 0x24F},
      {0x391, 0x3A1},
      {0x3A3, 0x3C9},
      {0x410, 0x44F},
      {0x401, 0x401},
      {0x451, 0x451},
      {0x3041, 0x3096},
      {0x30A1, 0x30FA},
      {0x4E00, 0x9FFF},
      {0xAC00, 0xD7A3},
  }};
  return std::any_of(kRanges.begin(), kRanges.end(),
                     [c](const auto& range) { return range.first <= c && c <= range.second; });
}

// Returns the quote that needs less escaping; double if equal.
char QuoteFor(std::string_view text) {
  const auto doubles = std::count(text.begin(), text.end(), '"');
  const auto singles = std::count(text.begin(), text.end(), '\'');
  return doubles > singles ? '\'' : '"';
}

// Returns the short escape of a character in str and bytes; empty if there is none.
std::string_view ShortEscape(uint32_t c) {
  switch (c) {
    case '\\':
      return "\\\\";
    case '\n':
      return "\\n";
    case '\r':
      return "\\r";
    case '\t':
      return "\\t";
    default:
      return "";
  }
}

// Columns of a literal on a line of its own, inside a function and brackets.
constexpr int kLongestLiteral = 80;
constexpr int kLongestPiece = 72;
// A string of more pieces would fill pages and is left on one line.
constexpr std::size_t kMostPieces = 24;

using Literal = std::string (*)(std::string_view);

// Cuts a string into short pieces: after ends of lines, or else after words.
std::vector<std::string_view> Cut(std::string_view text, Literal literal) {
  std::vector<std::string_view> pieces;
  std::size_t begin = 0, word = 0, at = 0;  // begin: of the piece; word: after its last space
  int width = 2, width_at_word = 2;
  while (at < text.size()) {
    const std::size_t character = at;
    NextCodePoint(text, at);
    const std::string_view one = text.substr(character, at - character);
    width += DisplayWidth(literal(one)) - DisplayWidth(literal(""));
    if (width > kLongestPiece && character > begin) {
      const bool at_word = word > begin && width_at_word > kLongestPiece / 2;
      const std::size_t end = at_word ? word : character;
      pieces.push_back(text.substr(begin, end - begin));
      begin = word = end;
      at = end;
      width = width_at_word = 2;
    } else if (one == "\n") {
      pieces.push_back(text.substr(begin, at - begin));
      begin = word = at;
      width = width_at_word = 2;
    } else if (one == " ") {
      word = at;
      width_at_word = width;
    }
  }
  if (begin < text.size()) pieces.push_back(text.substr(begin));
  return pieces;
}

std::string InPieces(std::string_view text, Literal literal) {
  const std::string whole = literal(text);
  if (DisplayWidth(whole) <= kLongestLiteral) return whole;
  std::vector<std::string> pieces;
  for (const std::string_view piece : Cut(text, literal)) pieces.push_back(literal(piece));
  if (pieces.size() < 2 || pieces.size() > kMostPieces) return whole;
  return fmt::format("({})", fmt::join(pieces, " "));
}

}  // namespace

uint32_t NextCodePoint(std::string_view utf8, std::size_t& at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(utf8[i]); };
  const unsigned char lead = byte(at);
  const std::size_t length = lead < 0x80 ? 1 : lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  uint32_t c = lead;
  bool valid = lead < 0x80 || (lead >= 0xC2 && lead <= 0xF4 && at + length <= utf8.size());
  if (valid && length > 1) {
    c = lead & (0xFFu >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
      valid = valid && (byte(at + i) & 0xC0) == 0x80;
      c = c << 6 | (byte(at + i) & 0x3Fu);
    }
  }
  at += valid ? length : 1;
  return valid ? c : 0xDC00u + lead;
}

std::string StrLiteral(std::string_view text) {
  const char quote = QuoteFor(text);
  std::string result(1, quote);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    const uint32_t c = NextCodePoint(text, at);
    if (const std::string_view escape = ShortEscape(c); !escape.empty()) {
      result += escape;
    } else if (c == static_cast<unsigned char>(quote)) {
      result += '\\';
      result += quote;
    } else if (StaysVerbatim(c)) {
      result += text.substr(begin, at - begin);
    } else if (c <= 0xFF) {
      result += fmt::format("\\x{:02x}", c);
    } else if (c <= 0xFFFF) {
      result += fmt::format("\\u{:04x}", c);
    } else {
      result += fmt::format("\\U{:08x}", c);
    }
  }
  return result + quote;
}

std::string BytesLiteral(std::string_view bytes) {
  const char quote = QuoteFor(bytes);
  std::string result = std::string("b") + quote;
  for (const char byte : bytes) {
    const auto c = static_cast<unsigned char>(byte);
    if (const std::string_view escape = ShortEscape(c); !escape.empty()) {
      result += escape;
    } else if (byte == quote) {
      result += '\\';
      result += quote;
    } else if (c >= 0x20 && c < 0x7F) {
      result += byte;
    } else {
      result += fmt::format("\\x{:02x}", c);
    }
  }
  return result + quote;
}

std::string StrText(std::string_view text) { return InPieces(text, StrLiteral); }

std::string BytesText(std::string_view bytes) { return InPieces(bytes, BytesLiteral); }

std::string IntLiteral(int64_t value) { return fmt::format("{}", value); }

std::string IntLiteral(std::string_view decimal) {
  constexpr std::size_t kDigitsPythonReads = 4300;
  if (decimal.size() <= kDigitsPythonReads) return std::string(decimal);
  const bool negative = decimal.front() == '-';
  std::vector<uint32_t> words;  // base 2^32, least first
  for (const char digit : decimal.substr(negative ? 1 : 0)) {
    uint64_t carry = static_cast<uint64_t>(digit - '0');
    for (uint32_t& word : words) {
      carry += uint64_t{word} * 10;
      word = static_cast<uint32_t>(carry);
      carry >>= 32;
    }
    if (carry != 0) words.push_back(static_cast<uint32_t>(carry));
  }
  std::string result = fmt::format("{}0x{:X}", negative ? "-" : "", words.back());
  for (auto word = words.rbegin() + 1; word != words.rend(); ++word) {
    result += fmt::format("{:08X}", *word);
  }
  return result;
}

std::string FloatLiteral(double value) {
  if (std::isnan(value)) return "float(\"nan\")";
  if (std::isinf(value)) return value > 0 ? "float(\"inf\")" : "float(\"-inf\")";
  std::array<char, 32> buffer{};
  // Like repr(), writes no exponent between 1e-4 and 1e16.
  const double magnitude = std::fabs(value);
  const bool plain = value == 0 || (magnitude >= 1e-4 && magnitude < 1e16);
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                 plain ? std::chars_format::fixed : std::chars_format::scientific);
  std::string text(buffer.data(), end.ptr);
  if (plain) return text.find('.') == std::string::npos ? text + ".0" : text;
  if (const auto plus = text.find('+'); plus != std::string::npos) text.erase(plus, 1);
  return text;
}

std::string ComplexLiteral(double real, double imaginary) {
  const auto part = [](double value) {
    return std::isfinite(value) && value == std::floor(value) && std::fabs(value) < 1e15 &&
                   !(value == 0 && std::signbit(value))
               ? fmt::format("{:.0f}", value)
               : FloatLiteral(value);
  };
  return fmt::format("complex({}, {})", part(real), part(imaginary));
}

}  // namespace skua::render
