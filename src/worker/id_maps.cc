#include "worker/id_maps.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <string_view>

namespace skua::worker {
namespace {

// Writes a whole file with calls allowed between fork and exec: open, write, close.
bool WriteWhole(const char* path, std::string_view text) {
  const int fd = open(path, O_WRONLY | O_CLOEXEC);
  if (fd < 0) return false;
  const bool written = write(fd, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  close(fd);
  return written;
}

}  // namespace

IdMaps::IdMaps()
    : users_(fmt::format("{0} {0} 1", geteuid())), groups_(fmt::format("{0} {0} 1", getegid())) {}

bool IdMaps::Write() const {
  return prctl(PR_SET_DUMPABLE, 1, 0, 0, 0) == 0 && WriteWhole("/proc/self/setgroups", "deny") &&
         WriteWhole("/proc/self/uid_map", users_) && WriteWhole("/proc/self/gid_map", groups_);
}

}  // namespace skua::worker
