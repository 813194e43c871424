#include "render/file/behaviour_mark.h"

#include <string>

#include "render/file/file_header.h"
#include "support/matchers.h"

namespace skua::render {
namespace {

const FileHeader kMarkedHeader{"0.1.0", "rates", "7c1d03ab5e66f0aa", true};

std::string File() {
  return Sealed(HeaderText(kMarkedHeader) + R"(
import pytest

from rates import quote


def test_quote_returns_5():
    assert quote(1) == 5


@pytest.mark.parametrize(("weight", "expected"), [(2, 6), (3, 7)])
def test_quote_by_weight(weight, expected):
    assert quote(weight) == expected
)",
                kMarkedHeader);
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

std::string FileOfCases() {
  return Sealed(HeaderText(kMarkedHeader) + R"(
import unittest

from rates import Rates, quote


class TestRates(unittest.TestCase):
    def test_quote_returns_5(self):
        self.assertEqual(quote(1), 5)

    @unittest.expectedFailure
    def test_quote_raises_type_error(self):
        quote(None)


class TestRatesOfTheYear(unittest.TestCase):
    def test_rates_add(self):
        self.assertEqual(Rates(1).add(), 5)
)",
                kMarkedHeader);
}

const TestPlace kMethod{"TestRates::test_quote_returns_5", {}};

TEST(BehaviourMark, OfAMethodHasItsReasonInAComment) {
  const std::string reason = ReasonOfMark("abc1234", "rates: quote(7) gave 3, now 4");
  const auto marked = WithMark(FileOfCases(), kMethod, reason);
  ASSERT_TRUE(marked);
  EXPECT_THAT(*marked,
              HasSubstr("(unittest.TestCase):\n"
                        "    # behaviour change since abc1234: rates: quote(7) gave 3, now 4\n"
                        "    @unittest.expectedFailure\n"
                        "    def test_quote_returns_5(self):\n"));
  EXPECT_TRUE(IsUnedited(*marked));
  EXPECT_TRUE(IsMarked(*StandingFile::Read(*marked), kMethod));
  EXPECT_EQ(WithoutMark(*marked, kMethod), FileOfCases());
  EXPECT_EQ(Unmarked(*StandingFile::Read(*marked)).Text(), FileOfCases());
}

TEST(BehaviourMark, OfAMethodIsKnownFromTheDecoratorOfAFinding) {
  const auto before = ExpectationsIn(FileOfCases());
  const auto after = ExpectationsIn(*WithMark(FileOfCases(), kMethod, ReasonOfMark("x", "it")));
  ASSERT_THAT(before, SizeIs(3));
  ASSERT_THAT(after, SizeIs(3));
  for (std::size_t i = 0; i < before.size(); ++i) {
    EXPECT_EQ(before[i].hash, after[i].hash);
    EXPECT_EQ(before[i].reason, "");
    EXPECT_EQ(after[i].reason.empty(), after[i].place != kMethod);
  }
  EXPECT_EQ(Unmarked(*StandingFile::Read(FileOfCases())).Text(), FileOfCases());
  EXPECT_FALSE(MarkedOf(FileOfCases()));
}

TEST(BehaviourMark, TellsTheVeryReasonThatAMethodWasMarkedWith) {
  const std::string words =
      "quote(country='a  b', weight=1) gave  'it is # 1',  now \"\" \xc3\xa9 ";
  for (const std::string& what : {words + words + words, std::string(200, 'x'), "a " + words,
                                  std::string(200, 'x') + " " + std::string(200, 'y')}) {
    const std::string reason = ReasonOfMark("abc1234", what);
    const auto marked = WithMark(FileOfCases(), kMethod, reason);
    ASSERT_TRUE(marked);
    EXPECT_EQ(ExpectationsIn(*marked)[0].reason, reason);
    EXPECT_EQ(WithoutMark(*marked, kMethod), FileOfCases());
    const std::string other = ReasonOfMark("def5678", "another");
    EXPECT_EQ(WithMark(*marked, kMethod, other), WithMark(FileOfCases(), kMethod, other));
  }
}

TEST(BehaviourMark, OfAMethodIsOnLinesThatFit) {
  const std::string reason = ReasonOfMark(
      "abc1234", "Parcel.quote(country='Germany', weight=1000) gave 'a price of 4.99', now None");
  EXPECT_THAT(*WithMark(FileOfCases(), kMethod, reason),
              HasSubstr("    # behaviour change since abc1234: "
                        "Parcel.quote(country='Germany', weight=1000) gave\n"
                        "    #     'a price of 4.99', now None\n"
                        "    @unittest.expectedFailure\n"));
}

TEST(BehaviourMark, KeepsMarkedMethodsAlone) {
  const auto marked = WithMark(FileOfCases(), kMethod, ReasonOfMark("abc1234", "it"));
  const auto alone = MarkedOf(*marked);
  ASSERT_TRUE(alone);
  ASSERT_THAT(alone->functions(), SizeIs(1));
  EXPECT_EQ(alone->functions()[0].name, kMethod.function);
  EXPECT_THAT(alone->Text(), Not(HasSubstr("TestRatesOfTheYear")));
}

TEST(BehaviourMark, DropsMethods) {
  const auto without = WithoutTests(FileOfCases(), {kMethod});
  ASSERT_TRUE(without);
  EXPECT_THAT(*without, HasSubstr("class TestRates(unittest.TestCase):\n    @unittest.expected"));
  EXPECT_THAT(*without, Not(HasSubstr("returns_5")));
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
