#include "report/outcome/text.h"

#include <gtest/gtest.h>

namespace skua::report {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

TEST(DecodeUtf8, TellsCharactersFromOtherBytes) {
  const struct {
    std::string_view bytes;
    std::size_t length;
    char32_t character;
  } cases[] = {
      {"a", 1, U'a'},
      {"\xC3\xA9", 2, U'é'},
      {"\xE2\x82\xAC", 3, U'€'},
      {"\xF0\x9F\xA6\x85", 4, U'\U0001F985'},
      {"\x80", 0, 0},              // a continuation alone
      {"\xC3", 0, 0},              // cut off
      {"\xC3\x28", 0, 0},          // continued by another character
      {"\xC0\xAF", 0, 0},          // overlong
      {"\xE0\x80\xAF", 0, 0},      // overlong
      {"\xED\xA0\x80", 0, 0},      // a surrogate
      {"\xF4\x90\x80\x80", 0, 0},  // beyond Unicode
      {"\xFF", 0, 0},
  };
  for (const auto& c : cases) {
    char32_t character = 0;
    EXPECT_EQ(DecodeUtf8(c.bytes, character), c.length) << ::testing::PrintToString(c.bytes);
    EXPECT_TRUE(c.length == 0 || character == c.character);
  }
}

TEST(XmlText, EscapesWhatXmlForbidsAsPythonWritesIt) {
  EXPECT_EQ(XmlText(std::string_view("a\0b", 3), 100), "a\\x00b");
  EXPECT_EQ(XmlText("\x1b[31mred", 100), "\\x1b[31mred");
  EXPECT_EQ(XmlText("tab\tline\n", 100), "tab\tline\n");
  EXPECT_EQ(XmlText("\xED\xA0\x80 \xED\xBF\xBF", 100), "\\ud800 \\udfff");
  EXPECT_EQ(XmlText("\xFFg\xC3", 100), "\\xffg\\xc3");
  EXPECT_EQ(XmlText("\xEF\xBF\xBF", 100), "\\uffff");
  EXPECT_EQ(XmlText("\xC2\x85", 100), "\\x85");
}

TEST(XmlText, CutsBetweenCharactersAndSaysHowMuch) {
  EXPECT_EQ(XmlText("éééé", 3), "éé … (4 more bytes)");
  EXPECT_EQ(XmlText("éééé", 8), "éééé");
}

TEST(OneLine, LeavesNothingThatMovesTheCursor) {
  EXPECT_EQ(OneLine("  a\r\n\tb  "), "a b");
  EXPECT_EQ(OneLine("\x1b]0;title\x07"), "\\x1b]0;title\\x07");
  EXPECT_EQ(OneLine("user\u202Etxt.exe"), "user\\u202etxt.exe");
  EXPECT_EQ(OneLine("\u2028"), "\\u2028");
  EXPECT_EQ(OneLine("Größe \xFF"), "Größe \\xff");
  EXPECT_EQ(OneLine(""), "");
}

TEST(DisplayWidth, CountsColumns) {
  EXPECT_EQ(DisplayWidth("parcel"), 6u);
  EXPECT_EQ(DisplayWidth("Größe"), 5u);
  EXPECT_EQ(DisplayWidth("小包"), 4u);
  EXPECT_EQ(DisplayWidth("e\u0301"), 1u);
  EXPECT_EQ(DisplayWidth("🦅"), 2u);
}

TEST(FitWidth, NeverExceedsTheWidth) {
  const struct {
    std::string_view text;
    std::size_t width;
    Cut cut;
    std::string_view expected;
  } cases[] = {
      {"parcel.rates", 12, Cut::kEnd, "parcel.rates"},
      {"parcel.rates", 8, Cut::kEnd, "parcel.…"},
      {"parcel.rates", 8, Cut::kStart, "…l.rates"},
      {"parcel.rates", 1, Cut::kEnd, "…"},
      {"parcel.rates", 0, Cut::kEnd, ""},
      {"小包小包", 6, Cut::kEnd, "小包…"},
      {"小包小包", 6, Cut::kStart, "…小包"},  // a wide character is never cut in half
      {"e\u0301e\u0301e\u0301", 2, Cut::kStart,
       "…e\u0301"},  // nor is a mark left without its letter
  };
  for (const auto& c : cases) {
    EXPECT_EQ(FitWidth(c.text, c.width, c.cut), c.expected);
    EXPECT_LE(DisplayWidth(FitWidth(c.text, c.width, c.cut)), c.width);
  }
}

TEST(FormatDuration, UsesAsMuchPrecisionAsMatters) {
  EXPECT_EQ(FormatDuration(milliseconds(0)), "0.0 s");
  EXPECT_EQ(FormatDuration(milliseconds(140)), "0.1 s");
  EXPECT_EQ(FormatDuration(milliseconds(9'940)), "9.9 s");
  EXPECT_EQ(FormatDuration(milliseconds(9'960)), "10 s");
  EXPECT_EQ(FormatDuration(seconds(60)), "60 s");
  EXPECT_EQ(FormatDuration(seconds(312)), "5m 12s");
  EXPECT_EQ(FormatDuration(milliseconds(3'599'600)), "1h 00m");
  EXPECT_EQ(FormatDuration(seconds(4200)), "1h 10m");
  EXPECT_EQ(FormatDuration(seconds(-1)), "0.0 s");
}

TEST(FormatShare, SaysAllAndNoneOnlyWhenTrue) {
  EXPECT_EQ(FormatShare(0), "0 %");
  EXPECT_EQ(FormatShare(0.001), "1 %");
  EXPECT_EQ(FormatShare(0.29), "29 %");
  EXPECT_EQ(FormatShare(0.9999), "99 %");
  EXPECT_EQ(FormatShare(1), "100 %");
}

TEST(FormatCount, RoundsDownInThousands) {
  EXPECT_EQ(FormatCount(999), "999");
  EXPECT_EQ(FormatCount(211'999), "211k");
  EXPECT_EQ(FormatCount(1'290'000), "1.2M");
}

}  // namespace
}  // namespace skua::report
