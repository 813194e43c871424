// System calls that tests never need and that reach what no other part of a containment hides:
// other processes' limits, memory and priority, what System V and POSIX keep for all, keyrings,
// mounts, the kernel itself. They fail with EPERM.
#pragma once

#include <linux/filter.h>

#include <cstdint>
#include <span>
#include <vector>

namespace skua::worker {

class SyscallFilter {
 public:
  // What other parts of the containment do not do, so that the filter has to.
  struct Gaps {
    bool files = false;       // files of the user are there: owners and attributes stay as they are
    bool sockets = false;     // sockets of others are there: none is connected to
    bool truncation = false;  // files that may only be read can be truncated: by nobody
    // Processes of others can be signalled, too: none becomes the owner of a descriptor, whom the
    // kernel signals.
    bool processes = false;
    bool signals = false;  // nobody judges signals, either: none is sent
  };
  explicit SyscallFilter(Gaps gaps);
  // A filter by which the kernel asks a listener about each signal that is sent, and refuses those
  // of which a listener cannot tell whom they go to. See skua_runtime/serving/fork_server.py.
  static SyscallFilter OfSignals();

  // In the child, with no new privileges. Async-signal-safe. False when the kernel refuses it.
  bool Install() const;
  // As the kernel reads it.
  std::span<const uint8_t> bytes() const;
  // Tried in a process of its own.
  bool Works(unsigned flags = 0) const;

 private:
  SyscallFilter() = default;

  std::vector<sock_filter> program_;
};

bool HasSyscallFilters();
// Whether a listener can be asked: there is one at most for all filters of a process.
bool HasSignalListeners();

}  // namespace skua::worker
