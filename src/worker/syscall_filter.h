// System calls that tests never need and that reach what no other part of a containment hides:
// other processes' limits, memory and priority, what System V and POSIX keep for all, keyrings,
// mounts, the kernel itself. They fail with EPERM.
#pragma once

#include <linux/filter.h>

#include <vector>

namespace skua::worker {

class SyscallFilter {
 public:
  // What other parts of the containment do not do, so that the filter has to.
  struct Gaps {
    bool files = false;       // files of the user are there: owners and attributes stay as they are
    bool sockets = false;     // sockets of others are there: none is connected to
    bool truncation = false;  // files that may only be read can be truncated: by nobody
  };
  explicit SyscallFilter(Gaps gaps);

  // In the child, with no new privileges. Async-signal-safe. False when the kernel refuses it.
  bool Install() const;

 private:
  std::vector<sock_filter> program_;
};

// Tried in a process of its own.
bool HasSyscallFilters();

}  // namespace skua::worker
