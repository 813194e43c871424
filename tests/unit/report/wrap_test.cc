#include "report/outcome/wrap.h"

#include "support/matchers.h"

namespace skua::report {
namespace {

TEST(Wrapped, BreaksBetweenWordsByWhatIsSeen) {
  EXPECT_THAT(Wrapped("one two three", 9), ElementsAre("one two", "three"));
  EXPECT_THAT(Wrapped("one two three", 7), ElementsAre("one two", "three"));
  EXPECT_THAT(Wrapped("Größe größer", 6), ElementsAre("Größe", "größer"));
  EXPECT_THAT(Wrapped("小包 小包", 8), ElementsAre("小包", "小包"));
}

TEST(Wrapped, KeepsAWordThatIsWiderWhole) {
  EXPECT_THAT(Wrapped("see tests/generated/test_money.py first", 10),
              ElementsAre("see", "tests/generated/test_money.py", "first"));
}

TEST(Wrapped, LeavesAloneWhatFitsAndWhatHasNoLimit) {
  EXPECT_THAT(Wrapped("one two", 7), ElementsAre("one two"));
  EXPECT_THAT(Wrapped("one two", 0), ElementsAre("one two"));
  EXPECT_THAT(Wrapped("", 7), ElementsAre(""));
}

}  // namespace
}  // namespace skua::report
