#include "render/python/literal.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace skua::render {
namespace {

TEST(StrLiteral, PrefersDoubleQuotesAndEscapesWhatCannotBeSeen) {
  const std::pair<std::string, std::string> cases[] = {
      {"", "\"\""},
      {"plain", "\"plain\""},
      {"it's", "\"it's\""},
      {"say \"hi\"", "'say \"hi\"'"},
      {"\"it's\"", "'\"it\\'s\"'"},
      {"\"'", "\"\\\"'\""},
      {"a\\b\n\t\r", "\"a\\\\b\\n\\t\\r\""},
      {std::string("\0\x7f", 2), "\"\\x00\\x7f\""},
      {"é 日本", "\"é 日本\""},
      {"\u0301", "\"\\u0301\""},  // a combining accent
      {"\u202e", "\"\\u202e\""},  // turns the direction of writing
      {"😀", "\"\\U0001f600\""},
      {"\xed\xa0\x80", "\"\\ud800\""},  // a lone surrogate
      {"\xff", "\"\\udcff\""},          // no UTF-8 at all
  };
  for (const auto& [text, expected] : cases) EXPECT_EQ(StrLiteral(text), expected);
}

TEST(BytesLiteral, EscapesAllBeyondAscii) {
  EXPECT_EQ(BytesLiteral(std::string("a\0\xff\n\"", 5)), "b'a\\x00\\xff\\n\"'");
}

TEST(IntLiteral, TurnsToHexadecimalWherePythonRefusesTheDigits) {
  EXPECT_EQ(IntLiteral(int64_t{-5}), "-5");
  EXPECT_EQ(IntLiteral("123456789012345678901234567890"), "123456789012345678901234567890");
  std::string digits = "1";  // 16^4000, which has 4817 decimal digits
  for (int i = 0; i < 1000; ++i) {
    int carry = 0;
    for (auto d = digits.rbegin(); d != digits.rend(); ++d) {
      carry += 65536 * (*d - '0');
      *d = static_cast<char>('0' + carry % 10);
      carry /= 10;
    }
    for (; carry != 0; carry /= 10)
      digits.insert(digits.begin(), static_cast<char>('0' + carry % 10));
  }
  EXPECT_EQ(IntLiteral("-" + digits), "-0x1" + std::string(4000, '0'));
}

TEST(FloatLiteral, ReadsAsReprAndBlackWriteIt) {
  const std::pair<double, std::string> cases[] = {
      {0.0, "0.0"},
      {-0.0, "-0.0"},
      {1.0, "1.0"},
      {0.1, "0.1"},
      {1e16, "1e16"},
      {1e-5, "1e-05"},
      {1e15, "1000000000000000.0"},
      {1.5e300, "1.5e300"},
      {5e-324, "5e-324"},
      {std::numeric_limits<double>::infinity(), "float(\"inf\")"},
      {-std::numeric_limits<double>::infinity(), "float(\"-inf\")"},
      {std::numeric_limits<double>::quiet_NaN(), "float(\"nan\")"}};
  for (const auto& [value, expected] : cases) EXPECT_EQ(FloatLiteral(value), expected);
}

TEST(ComplexLiteral, KeepsSignsOfZero) {
  EXPECT_EQ(ComplexLiteral(1, -2.5), "complex(1, -2.5)");
  EXPECT_EQ(ComplexLiteral(-0.0, 0.0), "complex(-0.0, 0)");
}

TEST(StrText, CutsWhatNoLineHasRoomForBehindLinesAndWords) {
  const std::string words = "ten chars ", line = "0123456789012345678901234567890123456789";
  const std::string rest(72 - 2, 'x');
  const std::pair<std::string, std::string> cases[] = {
      {std::string(78, 'a'), "\"" + std::string(78, 'a') + "\""},
      {line + "\n" + line + "\n", "(\"" + line + "\\n\" \"" + line + "\\n\")"},
      {words + words + words + words + words + words + words + words + words,
       "(\"" + words + words + words + words + words + words + words + "\" \"" + words + words +
           "\")"},
      {rest + rest, "(\"" + rest + "\" \"" + rest + "\")"},
      {std::string(3000, 'a'), "\"" + std::string(3000, 'a') + "\""},
  };
  for (const auto& [text, expected] : cases) EXPECT_EQ(StrText(text), expected);
  EXPECT_EQ(BytesText(std::string(20, '\xff')).substr(0, 6), "(b\"\\xf");
}

}  // namespace
}  // namespace skua::render
