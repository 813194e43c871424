#include "model/vocabulary.h"

#include "support/matchers.h"
#include "support/sample_subject.h"

namespace skua::model {
namespace {

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

TEST(Vocabulary, KnowsWhatParametersUsuallyTake) {
  EXPECT_EQ(Vocabulary::UsualFor("email_address"), "alice@example.com");
  EXPECT_EQ(Vocabulary::UsualFor("created_date"), "2024-01-31");
  EXPECT_EQ(Vocabulary::UsualFor("language"), "en");
  EXPECT_EQ(Vocabulary::UsualFor("shape"), "shape");
  EXPECT_EQ(Vocabulary::UsualFor("s"), "");
  EXPECT_EQ(Vocabulary::UsualFor("obj"), "");
  EXPECT_EQ(Vocabulary::UsualFor("minute"), "12");
}

TEST(Vocabulary, KnowsWhichParametersTakeNumbers) {
  EXPECT_TRUE(Vocabulary::IsNumber("minute"));
  EXPECT_TRUE(Vocabulary::IsNumber("max_width"));
  EXPECT_FALSE(Vocabulary::IsNumber("width_of_shape"));
  EXPECT_FALSE(Vocabulary::IsNumber("shape"));
  EXPECT_FALSE(Vocabulary::IsNumber(""));
}

TEST(Vocabulary, KnowsWhatIsUnlikeWhatAParameterUsuallyTakes) {
  EXPECT_TRUE(Vocabulary::IsUnlikeUsual("this/that.ext", "encoding"));
  EXPECT_FALSE(Vocabulary::IsUnlikeUsual("latin-1", "encoding"));
  EXPECT_TRUE(Vocabulary::IsUnlikeUsual("a, b", "text"));
  EXPECT_FALSE(Vocabulary::IsUnlikeUsual("this/that.ext", "shape")) << "it may take anything";
}

TEST(Vocabulary, OffersOnlyNaturalTextsTheMostTellingFirst) {
  const Vocabulary words = SampleVocabulary();
  const auto choices = words.ChoicesFor("grqq: x!!!!", "url");
  ASSERT_FALSE(choices.empty());
  EXPECT_EQ(choices.front(), "https://example.com/");
  EXPECT_THAT(choices, Contains("gross-weight: 5 gram"));
  EXPECT_THAT(choices, Each(Truly([&](const std::string& it) { return words.IsNatural(it); })));
  // Signs and digits stay where only the letters are odd.
  EXPECT_THAT(words.ChoicesFor("qxqxq=12", ""), Contains("gross=12"));
  EXPECT_THAT(words.ChoicesFor("word", ""), Not(Contains("word")));
}

}  // namespace
}  // namespace skua::model
