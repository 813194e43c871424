// Texts are judged by the table that ships.
#include "search/expected/natural_texts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/prior_table.h"
#include "support/sample_subject.h"

namespace skua::search {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::Each;
using ::testing::Gt;
using ::testing::Lt;
using ::testing::Not;
using ::testing::ResultOf;

// The subject with the table of the runtime.
model::Subject SubjectWithTable() {
  model::Subject subject = test::WithPriorTable(skua::testing::SampleSubject());
  for (const char* text :
       {"gross-weight: 5 gram", "(?P<qzj>.*?)$", "%qzj", "ihdvt[e", "(quote=", "reading "}) {
    subject.constants.push_back({skua::testing::StrValue(text)});
  }
  return subject;
}

class NaturalTextsTest : public ::testing::Test {
 protected:
  uint32_t CostOf(std::string_view text) const { return texts_.CostOf(text); }

  const model::Subject subject_ = SubjectWithTable();
  const NaturalTexts texts_{subject_};
};

TEST_F(NaturalTextsTest, CostNothingWhenAPersonWouldTypeThem) {
  for (const char* text : {"",
                           "a",
                           "hello world",
                           "surcharges",
                           "RateTable",
                           "weight: 12",

                           "a b",
                           "2024-01-31",
                           "2024-01-15T10:30:00",
                           "10:30",
                           "https://example.com/",
                           "/users/1",
                           "user@example.com",
                           "gross-weight: 5 gram",
                           "<quote>",
                           "<p>hello</p>",
                           "1, 2, 3",
                           "[1, 2]",
                           "x1",
                           "price_for",
                           "12",
                           "1.5",
                           "-1",
                           "./quote",
                           "*.py",
                           "key=value",
                           "a=1&b=2",
                           "Hello, World!",
                           "not json",
                           "en_US",
                           "x = 1"}) {
    EXPECT_EQ(CostOf(text), 0u) << text;
  }
}

TEST_F(NaturalTextsTest, AreOddWhenNobodyWouldTypeThem) {
  for (const char* text : {"@(]jISrdG[ADg!]M@",
                           "mtj",
                           "(?P<qzj>.*?)$",
                           "%qzj",
                           "aab (aaa)",
                           "\x01",
                           "weight\xc3\xa9",
                           "((((",
                           ":@bR/6}word>5",
                           "At?}+c\n1@also2H1Word",
                           ":-a:",
                           "ihdvt[e",
                           "Quote ",
                           "nT",
                           "n\\",
                           "(",
                           " ",
                           "\n\t",
                           "]a",
                           "x;Z",
                           "9}",
                           "Bb3c",
                           "0 ",
                           "kkU\xe8\xaa\x9eIH'I?(#)Rd8]1r"}) {
    EXPECT_GE(CostOf(text), NaturalTexts::kOdd) << text;
  }
  EXPECT_GE(CostOf(std::string(61, 'a')), NaturalTexts::kOdd);
  EXPECT_GT(CostOf("kkU*Ij$H'I?(#)Rd8]1r"), CostOf("Rd8]1r")) << "the odder the longer";
}

TEST_F(NaturalTextsTest, CostSomethingWhereTheyJoinWordsOfTheSubject) {
  for (const char* text :
       {"quote surcharges", "gross Quote", "quote-surcharges", "surcharges.quote"}) {
    EXPECT_THAT(CostOf(text), AllOf(Gt(0u), Lt(NaturalTexts::kOdd))) << text;
  }
}

TEST_F(NaturalTextsTest, AreOfferedInPlaceOfOddOnesTheMostAlikeFirst) {
  const std::vector<std::string> choices = texts_.ChoicesFor("grqq: x!!!!");
  EXPECT_THAT(choices, Contains("gross-weight: 5 gram"));
  EXPECT_THAT(choices, Each(ResultOf([this](const auto& it) { return CostOf(it); }, 0u)));
  // Signs and digits stay where only the letters are odd.
  EXPECT_THAT(texts_.ChoicesFor("qxqxq=12"), Contains("word=12"));
  EXPECT_THAT(texts_.ChoicesFor("word"), Not(Contains("word")));
}

}  // namespace
}  // namespace skua::search
