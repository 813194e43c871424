#include "base/descriptor.h"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <utility>

namespace skua::base {
namespace {

int Opened() { return open("/dev/null", O_RDONLY | O_CLOEXEC); }
bool IsOpen(int fd) { return fcntl(fd, F_GETFD) >= 0; }

TEST(DescriptorTest, ClosesWhatItOwnsAlsoWhenSomethingIsThrown) {
  int fd = -1;
  try {
    const Descriptor owner((fd = Opened()));
    EXPECT_TRUE(owner.open());
    EXPECT_EQ(owner.get(), fd);
    EXPECT_TRUE(IsOpen(fd));
    throw std::runtime_error("thrown");
  } catch (const std::runtime_error&) {
  }
  EXPECT_FALSE(IsOpen(fd));
}

TEST(DescriptorTest, HasOneOwnerAtATime) {
  Descriptor one(Opened()), other(Opened());
  const int first = one.get(), second = other.get();
  one = std::move(other);
  EXPECT_FALSE(IsOpen(first));  // at once
  EXPECT_EQ(one.get(), second);
  EXPECT_FALSE(other.open());
  const Descriptor moved(std::move(one));
  EXPECT_FALSE(one.open());
  EXPECT_TRUE(IsOpen(second));
  EXPECT_EQ(moved.get(), second);
}

TEST(DescriptorTest, IsOfNothing) {
  EXPECT_FALSE(Descriptor().open());
  EXPECT_FALSE(Descriptor(-1).open());
  Descriptor closed(Opened());
  closed.Close();
  closed.Close();
  EXPECT_FALSE(closed.open());
}

}  // namespace
}  // namespace skua::base
