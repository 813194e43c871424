#include "record/integer.h"
#include "base/json.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace skua::record {
namespace {

using nlohmann::json;

TEST(IntegerOf, TakesIntegersAlone) {
  EXPECT_EQ(IntegerOf<uint32_t>(json(7)), 7u);
  EXPECT_EQ(IntegerOf<int>(json(-1)), -1);
  EXPECT_EQ(IntegerOf<uint64_t>(json(UINT64_MAX)), UINT64_MAX);
  for (const char* other : {"1e79", "-1e79", "7.0", "true", "null", "\"7\"", "[7]"}) {
    EXPECT_THROW(IntegerOf<uint32_t>(json::parse(other)), json::exception) << other;
  }
}

TEST(IntegerIn, HasAnotherWhereThereIsNone) {
  const json object = {{"line", 4}};
  EXPECT_EQ(IntegerIn<uint32_t>(object, "line"), 4u);
  EXPECT_EQ(IntegerIn<uint32_t>(object, "column"), 0u);
  EXPECT_EQ(IntegerIn<int64_t>(object, "column", -1), -1);
}

}  // namespace
}  // namespace skua::record
