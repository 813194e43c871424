#include "model/vocabulary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/sample_subject.h"

namespace skua::model {
namespace {

using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Not;
using ::testing::Truly;

Vocabulary SampleVocabulary() {
  Subject subject = testing::SampleSubject();
  for (const char* text :
       {"gross-weight: 5 gram", "fizzbuzz", "aab (aaa)", "(?P<qzj>.*?)$", "%qzj", "ihdvt[e",
        "(quote=", "strengths abstract", "ecotheapayloecotheapaylo"}) {
    subject.constants.push_back({testing::StrValue(text)});
  }
  return Vocabulary(subject);
}

TEST(Vocabulary, FindsWordsInNames) {
  EXPECT_THAT(WordsIn("maxWidth_2"), ElementsAre("max", "width"));
  EXPECT_THAT(WordsIn("HTTPServer"), ElementsAre("http", "server"));
  EXPECT_THAT(WordsIn("a.b"), ElementsAre());
}

TEST(Vocabulary, KnowsWhatAPersonWouldHaveTyped) {
  const Vocabulary words = SampleVocabulary();
  for (const char* text : {"",
                           "a",
                           "hello world",
                           "surcharges",
                           "RateTable",
                           "weight: 12",
                           "fizzbuzz",
                           "parse_country",
                           "a b",
                           "2024-01-31",
                           "https://example.com/",
                           "gross-weight: 5 gram",
                           "<quote>",
                           "1, 2, 3",
                           "x1",
                           "abstract",
                           "strengths",
                           "quote, price: weight",
                           "price_for",
                           "user@home",
                           ",",
                           "12",
                           "b-",
                           "data/*.txt",
                           "./quote"}) {
    EXPECT_TRUE(words.IsNatural(text)) << text;
  }
  for (const char* text : {"@(]jISrdG[ADg!]M@",
                           "mtj",
                           "(?P<qzj>.*?)$",
                           "%qzj",
                           "aab (aaa)",
                           "aaa",
                           "\x01",
                           "weight\xc3\xa9",
                           "((((",
                           "000000031",
                           "a b c d",
                           ":@bR/6}word>5",
                           "At?}+c\n1@also2H1Word",
                           ":-a:",
                           "a=b=c",
                           "quote.price weight",
                           "rate-table_name",
                           "ihdvt[e",
                           "quote surcharges 49",
                           "quote 39 weight",
                           "to.quote.47",
                           "51-surcharges",
                           "(quote=",
                           ", quote",
                           "quote[1",
                           "Quote ",
                           "nT",
                           "~1",
                           "n\\",
                           "[1]",
                           "quote.:",
                           "key-:quote",
                           "(",
                           " ",
                           "\n\t"}) {
    EXPECT_FALSE(words.IsNatural(text)) << text;
  }
  EXPECT_FALSE(words.IsNatural(std::string(61, 'a')));
}

TEST(Vocabulary, KnowsWordsThatWerePutTogether) {
  const Vocabulary words = SampleVocabulary();
  for (const char* text : {"quote weight", "rate One gross", "hello World", "quote-price",
                           "a.quote.rate", "rate_Quote", "quote_gross"}) {
    EXPECT_TRUE(words.IsNatural(text)) << text;
    EXPECT_TRUE(words.IsPatchwork(text)) << text;
  }
  for (const char* text : {"", "word", "hello world", "Hello World", "weight: 12", "price_for",
                           "gross-weight: 5 gram", "https://example.com/", "alice@example.com"}) {
    EXPECT_FALSE(words.IsPatchwork(text)) << text;
  }
}

TEST(Vocabulary, HasProseOfAnyLength) {
  const Vocabulary words = SampleVocabulary();
  EXPECT_EQ(Vocabulary::Prose(1), "hello");
  EXPECT_EQ(Vocabulary::Prose(6), "hello world");
  for (std::size_t size = 1; size < 80; ++size) {
    const std::string prose = Vocabulary::Prose(size);
    EXPECT_GE(prose.size(), std::min(size, Vocabulary::Prose(80).size()));
    EXPECT_TRUE(words.IsNatural(prose) && !words.IsPatchwork(prose)) << prose;
  }
}

TEST(Vocabulary, OffersOnlyNaturalTextsTheMostTellingFirst) {
  const Vocabulary words = SampleVocabulary();
  const auto choices = words.ChoicesFor("grqq: x!!!!");
  ASSERT_FALSE(choices.empty());
  EXPECT_THAT(choices, Contains("gross-weight: 5 gram"));
  EXPECT_THAT(choices, Each(Truly([&](const std::string& it) { return words.IsNatural(it); })));
  // Signs and digits stay where only the letters are odd.
  EXPECT_THAT(words.ChoicesFor("qxqxq=12"), Contains("gross=12"));
  EXPECT_THAT(words.ChoicesFor("word"), Not(Contains("word")));
}

}  // namespace
}  // namespace skua::model
