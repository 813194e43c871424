// A process in which no thread can be started for as long as this object lives, as in a container
// that has as many as it may.
#pragma once

#include <gtest/gtest.h>
#include <pthread.h>

#include <cstddef>

namespace skua::test {

class NoThreads {
 public:
  NoThreads() {
    pthread_getattr_default_np(&before_);
    pthread_attr_t attributes = before_;
    // No machine has the addresses for such a stack.
    EXPECT_EQ(pthread_attr_setstacksize(&attributes, std::size_t{1} << 52), 0);
    EXPECT_EQ(pthread_setattr_default_np(&attributes), 0);
  }
  ~NoThreads() { pthread_setattr_default_np(&before_); }
  NoThreads(const NoThreads&) = delete;
  NoThreads& operator=(const NoThreads&) = delete;

 private:
  pthread_attr_t before_{};
};

}  // namespace skua::test
