#include "workspace/changed_function.h"

#include <gtest/gtest.h>

namespace skua::workspace {
namespace {

constexpr const char* kSource = R"py(import functools

class Rates:
    @functools.cache
    @property
    def quote(
        self,
    ):
        """Text."""
        if self:

            return 1
        return 2

    def other(self):
        return 3


def last():
    return 4
)py";

TEST(FirstChangeOf, IsTheFirstChangedLineInTheFunction) {
  EXPECT_EQ(FirstChangeOf(kSource, 4, {{12, 13}, {16, 16}}), 12u);
  EXPECT_EQ(FirstChangeOf(kSource, 4, {{1, 2}, {7, 7}}), 7u);
  EXPECT_EQ(FirstChangeOf(kSource, 4, {{2, 5}}), 4u);
  EXPECT_EQ(FirstChangeOf(kSource, 19, {{20, 40}}), 20u);
}

TEST(FirstChangeOf, IsWhereTheFunctionBeginsWhenTheChangeIsElsewhere) {
  EXPECT_EQ(FirstChangeOf(kSource, 4, {{16, 16}}), 4u);
  EXPECT_EQ(FirstChangeOf(kSource, 15, {{13, 13}, {19, 20}}), 15u);
  EXPECT_EQ(FirstChangeOf(kSource, 15, {}), 15u);
  EXPECT_EQ(FirstChangeOf(kSource, 99, {{99, 99}}), 99u);
  EXPECT_EQ(FirstChangeOf("", 1, {{1, 1}}), 1u);
}

TEST(FirstChangeOf, CountsLinesAndColumnsAsPythonDoes) {
  constexpr const char* kFeeds =
      "\f\ndef a():\n    x = '\x1c\f\v'\n    y = 2\n  \fdef b():\n    z = 3\n";
  EXPECT_EQ(FirstChangeOf(kFeeds, 2, {{4, 4}}), 4u);
  EXPECT_EQ(FirstChangeOf(kFeeds, 2, {{5, 6}}), 2u);
  constexpr const char* kReturns = "def a():\r\n    x = 1\r    y = 2\n\rdef b():\r    z = 3\r";
  EXPECT_EQ(FirstChangeOf(kReturns, 1, {{3, 3}}), 3u);
  EXPECT_EQ(FirstChangeOf(kReturns, 1, {{6, 6}}), 1u);
  EXPECT_EQ(FirstChangeOf(kReturns, 5, {{6, 6}}), 6u);
}

}  // namespace
}  // namespace skua::workspace
