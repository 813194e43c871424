#include "base/pattern.h"

#include <optional>
#include <string_view>

#include "support/matchers.h"

namespace skua::base {
namespace {

using ::testing::Optional;

TEST(PatternTest, MatchesTheWholeOfATextAndFindsAPart) {
  const Pattern size("([0-9]+)(kB|MB)?");
  EXPECT_TRUE(size.Matches("12"));
  EXPECT_FALSE(size.Matches("12 kB"));
  EXPECT_THAT(size.Match("12MB"), Optional(ElementsAre("12MB", "12", "MB")));
  EXPECT_THAT(size.Match("12"), Optional(ElementsAre("12", "12", ""))) << "a group without a part";
  EXPECT_EQ(size.Match("of 12"), std::nullopt);
  EXPECT_THAT(size.Search("of 12, or 13kB"), Optional(ElementsAre("12", "12", "")));
  EXPECT_EQ(size.Search("of none"), std::nullopt);
}

TEST(PatternTest, DisregardsCaseOnlyWhereItIsTold) {
  EXPECT_FALSE(Pattern("true").Matches("True"));
  EXPECT_TRUE(Pattern("true", Pattern::Letters::kInAnyCase).Matches("True"));
}

TEST(PatternTest, ReadsNothingBehindTheText) {
  const std::string_view text = "12kB";
  EXPECT_THAT(Pattern("[0-9]+(kB)?").Search(text.substr(0, 3)), Optional(ElementsAre("12", "")));
}

}  // namespace
}  // namespace skua::base
