// Waiting for processes that need not be children of the test, and what this process has open.
#pragma once

#include <poll.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#include <cstddef>
#include <filesystem>
#include <iterator>

namespace skua::test {

// Waits for its end, at most for a time that only a failure takes.
inline bool HasEnded(pid_t pid) {
  const int fd = static_cast<int>(syscall(SYS_pidfd_open, pid, 0));
  if (fd < 0) return true;  // no such process any more
  pollfd entry{fd, POLLIN, 0};
  const bool ended = poll(&entry, 1, 20'000) == 1;
  close(fd);
  return ended;
}

// How many descriptors this process has open.
inline std::size_t OpenDescriptors() {
  return static_cast<std::size_t>(
      std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {}));
}

}  // namespace skua::test
