#include "render/body/exception_text.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace skua::render {
namespace {

std::string MatchedOf(std::string message, bool is_explicit = true) {
  model::RaisedException exception{.type_name = "builtins:ValueError",
                                   .message = std::move(message),
                                   .is_explicit = is_explicit};
  return MatchableText(exception);
}

TEST(MatchableText, IsWhatTheProjectSays) {
  EXPECT_EQ(MatchedOf("no weight"), "no weight");
  EXPECT_EQ(MatchedOf("'no weight'"), "no weight") << "a KeyError";
  EXPECT_EQ(MatchedOf("no weight", false), "") << "Python's own";
}

TEST(MatchableText, DoesNotBeginOrEndWithTheSpaceBesideAnEmptyValue) {
  EXPECT_EQ(MatchedOf(" is not a version"), "is not a version");
  EXPECT_EQ(MatchedOf("unknown name: "), "unknown name:");
  EXPECT_EQ(MatchedOf("   "), "");
}

TEST(MatchableText, LeavesOutHowManyExceptionsAGroupHas) {
  EXPECT_EQ(MatchedOf("two faults (2 sub-exceptions)"), "two faults");
  EXPECT_EQ(MatchedOf("a fault (1 sub-exception)"), "a fault");
  EXPECT_EQ(MatchedOf("many sub-exceptions)"), "many sub-exceptions");
}

TEST(MatchableText, IsNoNumberAloneWhichLargerOnesHold) {
  EXPECT_EQ(MatchedOf("10"), "");
  EXPECT_EQ(MatchedOf("10 rows"), "10 rows");
  EXPECT_EQ(MatchedOf("'10'"), "10") << "a KeyError";
}

TEST(MatchableText, KnowsAnApostropheFromAQuote) {
  EXPECT_EQ(MatchedOf("Can't create ordered transitions with the option 'ignore_invalid_triggers'"),
            "Can't create ordered transitions with the option");
  EXPECT_EQ(MatchedOf("State 'initial_state_of_the_machine' is not a registered state (any more)"),
            "is not a registered state");
}

TEST(MatchableText, PrefersWordsToWhatAnArgumentShows) {
  EXPECT_EQ(
      MatchedOf("factory:os.stat_result(st_mode=104, st_ino=101, st_dev=108) is not callable."),
      "is not callable");
  EXPECT_EQ(MatchedOf("weight [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] is out of range"), "is out of range");
}

TEST(RaisesText, MatchesAsManyWordsAsFitTheLine) {
  model::RaisedException exception{.type_name = "builtins:ValueError",
                                   .message = "no more than three weights at a time",
                                   .is_explicit = true};
  Imports imports({"parcel"});
  EXPECT_EQ(RaisesText(exception, 80, imports, ""),
            "pytest.raises(ValueError, match=\"no more than three weights at a time\")");
  EXPECT_EQ(RaisesText(exception, 60, imports, ""),
            "pytest.raises(ValueError, match=\"no more than three\")");
  EXPECT_EQ(RaisesText(exception, 40, imports, ""), "pytest.raises(ValueError)");
}

}  // namespace
}  // namespace skua::render
