#include "base/hash.h"

#include <gtest/gtest.h>

namespace skua::base {
namespace {

// Published values of xxHash: fingerprints in a state written elsewhere must mean the same here.
TEST(Hash, IsXxh3) {
  EXPECT_EQ(Hash64(""), 0x2d06800538d394c2u);
  EXPECT_EQ(HashHex(""), "99aa06d3014798d86001c324468d497f");
}

TEST(Hash, SeesEveryByte) {
  const std::string zero("a\0b", 3);
  EXPECT_NE(Hash64("a"), Hash64("b"));
  EXPECT_NE(Hash64(zero), Hash64("a"));
  EXPECT_NE(HashHex(zero), HashHex("ab"));
  EXPECT_EQ(HashHex(zero).size(), 32u);
}

}  // namespace
}  // namespace skua::base
