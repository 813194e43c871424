// Allows a process to write, under a Landlock ruleset, to places that it has of its own: shared
// memory, pseudo terminals, its root. Called in that process: a rule made elsewhere would refer to
// another file system.
#pragma once

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

namespace skua::protocol {

inline constexpr const char* kSharedMemory = "/dev/shm";
inline constexpr const char* kTerminals = "/dev/pts";
inline constexpr uint64_t kTruncate = 1 << 14;       // from ABI 3, which older headers do not know
inline constexpr uint64_t kDeviceControl = 1 << 15;  // from ABI 5

// Returns false, with errno, if the ruleset rejects the rule. `more` is granted only if the ruleset
// handles it. Async-signal-safe.
inline bool AllowIn(int ruleset, const char* folder, uint64_t access, uint64_t more = 0) {
  const int fd = open(folder, O_PATH | O_CLOEXEC);
  if (fd < 0) return false;
  const auto add = [&](uint64_t rights) {
    landlock_path_beneath_attr rule{};
    rule.allowed_access = rights;
    rule.parent_fd = fd;
    return syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0;
  };
  const bool is_taken = add(access | more) || add(access);
  close(fd);
  return is_taken;
}

inline bool AllowSharedMemory(int ruleset) {
  return AllowIn(ruleset, kSharedMemory,
                 LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE |
                     LANDLOCK_ACCESS_FS_READ_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
                     LANDLOCK_ACCESS_FS_REMOVE_FILE,
                 kTruncate);
}

// Ignores failures: a machine may have no pseudo terminals, and /proc may be the one that the
// ruleset was made with.
inline void AllowTerminalsAndProcesses(int ruleset) {
  AllowIn(ruleset, "/proc", LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR);
  constexpr uint64_t kUse = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE;
  if (!AllowIn(ruleset, kTerminals, kUse, kTruncate | kDeviceControl)) {
    AllowIn(ruleset, kTerminals, kUse, kTruncate);
  }
}

inline bool AllowReadingRoot(int ruleset) {
  return AllowIn(
      ruleset, "/",
      LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR);
}

}  // namespace skua::protocol
