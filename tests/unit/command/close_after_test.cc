#include "command/closing/close_after.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "base/error.h"

namespace skua::command {
namespace {

TEST(CloseAfter, ClosesWhateverTheWorkThrew) {
  int closed = 0;
  const auto close = [&] { ++closed; };
  CloseAfter([] {}, close);
  EXPECT_THROW(CloseAfter([] { throw base::Error("no pytest"); }, close), base::Error);
  EXPECT_THROW(CloseAfter([] { throw std::out_of_range("a bug"); }, close), std::out_of_range);
  EXPECT_THROW(CloseAfter([] { throw 5; }, close), int);
  EXPECT_EQ(closed, 4);
}

TEST(CloseAfter, TellsWhatWentWrongFirst) {
  const auto close = [] { throw base::Error("the disk is full"); };
  EXPECT_THROW(CloseAfter([] {}, close), base::Error);
  EXPECT_THROW(CloseAfter([] { throw std::out_of_range("a bug"); }, close), std::out_of_range);
}

}  // namespace
}  // namespace skua::command
