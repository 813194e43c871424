#include "report/console_table.h"

#include <gtest/gtest.h>

namespace skua::report {
namespace {

TEST(Table, AlignsColumnsByWhatIsSeen) {
  Table table({{"module"}, {"n", true}, {"note"}});
  table.Add({{"Größe"}, {"7"}, {"小包"}});
  table.Add({{"小包.rates"}, {"1200"}, {""}});
  EXPECT_EQ(table.Render(0, false),
            " module          n   note\n"
            " Größe           7   小包\n"
            " 小包.rates   1200\n");
}

TEST(Table, ColoursCellsWithoutMovingThem) {
  Table table({{""}, {""}});
  table.Add({{"a", Style::kRed}, {"b"}});
  table.Add({{"aaa"}, {"b", Style::kGreen}});
  EXPECT_EQ(table.Render(0, true),
            " \x1b[31ma\x1b[0m     b\n"
            " aaa   \x1b[32mb\x1b[0m\n");
}

TEST(Table, GivesUpTheLastColumnFirstThenTheOthersAndNeverWhatMustStay) {
  Table table({{"", false, 4, Cut::kStart}, {""}, {"", false, 3}});
  table.Add({{"parcel.rates"}, {"fixed"}, {"a long note"}});
  EXPECT_EQ(table.Render(31, false), " parcel.rates   fixed   a long…\n");
  EXPECT_EQ(table.Render(22, false), " ….rates   fixed   a …\n");
  EXPECT_EQ(table.Render(5, false), " …tes   fixed   a …\n");
}

TEST(Styled, LeavesTextAloneWithoutColour) {
  EXPECT_EQ(Styled("x", Style::kBold, false), "x");
  EXPECT_EQ(Styled("x", Style::kPlain, true), "x");
  EXPECT_EQ(Styled("", Style::kBold, true), "");
}

}  // namespace
}  // namespace skua::report
