// Writing to shared memory under a Landlock ruleset. Both sides do this, in the process that has
// been given shared memory of its own: a rule made elsewhere would be of another file system.
#pragma once

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

namespace skua::protocol {

inline constexpr const char* kSharedMemory = "/dev/shm";
inline constexpr uint64_t kTruncate = 1 << 14;  // from ABI 3, which older headers do not know

// Async-signal-safe. False, with errno, when the ruleset does not take it.
inline bool AllowSharedMemory(int ruleset) {
  const int fd = open(kSharedMemory, O_PATH | O_CLOEXEC);
  if (fd < 0) return false;
  landlock_path_beneath_attr rule{};
  rule.allowed_access = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE |
                        LANDLOCK_ACCESS_FS_READ_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
                        LANDLOCK_ACCESS_FS_REMOVE_FILE;
  rule.parent_fd = fd;
  const auto add = [&](uint64_t more) {
    landlock_path_beneath_attr with = rule;
    with.allowed_access |= more;
    return syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &with, 0) == 0;
  };
  const bool is_taken = add(kTruncate) || add(0);  // a right that it does not handle it refuses
  close(fd);
  return is_taken;
}

}  // namespace skua::protocol
