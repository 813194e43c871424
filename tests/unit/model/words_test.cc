#include "model/words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace skua::model {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Words, AreFoundInNames) {
  EXPECT_THAT(WordsIn("maxWidth_2"), ElementsAre("max", "width"));
  EXPECT_THAT(WordsIn("HTTPServer"), ElementsAre("http", "server"));
  EXPECT_THAT(WordsIn("parse_ISO8601date"), ElementsAre("parse", "iso", "date"));
  EXPECT_THAT(WordsIn("a.b"), IsEmpty());
  EXPECT_THAT(WordsIn(""), IsEmpty());
}

}  // namespace
}  // namespace skua::model
