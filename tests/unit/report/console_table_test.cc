#include "report/console/console_table.h"

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
  EXPECT_EQ(table.Render(35, false), " parcel.rates   fixed   a long note\n");
  EXPECT_EQ(table.Render(31, false), " parcel.rates   fixed\n    a long note\n");
  EXPECT_EQ(table.Render(22, false), " ….rates   fixed\n    a long note\n");
  EXPECT_EQ(table.Render(5, false), " …tes   fixed\n    a\n    long\n    note\n");
}

TEST(Table, LeavesColumnsOutThatATerminalHasNoRoomFor) {
  Table table({{"module", false, 6}, {"tests", true}, {"mutants", true, 7}, {"note", false, 8}});
  table.Add({{"rates"}, {"12"}, {"41/46"}, {"short", Style::kRed}});
  table.Add({{"money"}, {"3"}, {"20/20"}, {"some tests left out"}});
  EXPECT_EQ(table.Render(36, false),
            " module   tests   mutants   note\n"
            " rates       12     41/46   short\n"
            " money        3     20/20\n"
            "    some tests left out\n");
  EXPECT_EQ(table.Render(20, true),
            " \x1b[2mmodule\x1b[0m   \x1b[2mtests\x1b[0m\n"
            " rates       12\n"
            "    \x1b[31mshort\x1b[0m\n"
            " money        3\n"
            "    some tests left\n"
            "    out\n");
}

TEST(Styled, LeavesTextAloneWithoutColour) {
  EXPECT_EQ(Styled("x", Style::kBold, false), "x");
  EXPECT_EQ(Styled("x", Style::kPlain, true), "x");
  EXPECT_EQ(Styled("", Style::kBold, true), "");
}

}  // namespace
}  // namespace skua::report
