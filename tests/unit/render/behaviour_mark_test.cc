#include "render/behaviour_mark.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "render/file_header.h"

namespace skua::render {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

const FileHeader kHeader{"0.1.0", "rates", "7c1d03ab5e66f0aa", true};

std::string File() {
  return Sealed(HeaderText(kHeader) + R"(
import pytest

from rates import quote


def test_quote_returns_5():
    assert quote(1) == 5


@pytest.mark.parametrize(("weight", "expected"), [(2, 6), (3, 7)])
def test_quote_by_weight(weight, expected):
    assert quote(weight) == expected
)",
                kHeader);
}

TEST(BehaviourMark, ComesOffWithoutATrace) {
  for (const TestPlace& place :
       {TestPlace{"test_quote_returns_5", {}}, TestPlace{"test_quote_by_weight", 1}}) {
    const auto marked = WithMark(File(), place, ReasonOfMark("abc1234", "quote(1) gave 5, now 6"));
    ASSERT_TRUE(marked);
    EXPECT_THAT(*marked, HasSubstr("strict=True"));
    EXPECT_TRUE(IsUnedited(*marked));
    EXPECT_EQ(WithoutMark(*marked, place), File());
  }
}

TEST(BehaviourMark, DoesNotChangeWhatATestExpects) {
  const TestPlace place{"test_quote_by_weight", 1};
  const auto before = ExpectationsIn(File());
  const auto after = ExpectationsIn(*WithMark(File(), place, ReasonOfMark("abc1234", "it")));
  ASSERT_THAT(before, SizeIs(3));
  ASSERT_THAT(after, SizeIs(3));
  for (std::size_t i = 0; i < before.size(); ++i) {
    EXPECT_EQ(before[i].hash, after[i].hash);
    EXPECT_EQ(after[i].reason.empty(), after[i].place != place);
  }
  EXPECT_EQ(ReadReasonOfMark(after[2].reason).since, "abc1234");
}

TEST(BehaviourMark, LeavesAnEditedFileAlone) {
  std::string edited = File();
  edited.replace(edited.find("== 5"), 4, "== 4");
  EXPECT_FALSE(WithMark(edited, {"test_quote_by_weight", 0}, "behaviour change since x: y"));
  EXPECT_THAT(ExpectationsIn(edited), SizeIs(3)) << "it can still be read";
}

TEST(BehaviourMark, DropsTestsAndRows) {
  const auto without =
      WithoutTests(File(), {{"test_quote_returns_5", {}}, {"test_quote_by_weight", 0}});
  ASSERT_TRUE(without);
  EXPECT_THAT(*without, Not(HasSubstr("returns_5")));
  EXPECT_THAT(*without, Not(HasSubstr("(2, 6)")));
  EXPECT_THAT(*without, HasSubstr("(3, 7)"));
  EXPECT_EQ(WithoutTests(*without, {{"test_quote_by_weight", {}}}), "");
}

}  // namespace
}  // namespace skua::render
