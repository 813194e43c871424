#include "render/exception_text.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace skua::render {
namespace {

std::string MatchedOf(std::string message, bool is_explicit = true) {
  model::RaisedException exception;
  exception.type_name = "builtins:ValueError";
  exception.message = std::move(message);
  exception.is_explicit = is_explicit;
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

}  // namespace
}  // namespace skua::render
