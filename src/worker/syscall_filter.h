// Refuses, with EPERM, system calls that tests never need and that reach resources which no other
// part of a containment hides: limits, memory and priority of other processes, System V and POSIX
// objects, keyrings, mounts, the kernel.
#pragma once

#include <linux/filter.h>

#include <cstdint>
#include <span>
#include <vector>

namespace skua::worker {

class SyscallFilter {
 public:
  // Gaps in other parts of the containment, for the filter to close.
  struct Gaps {
    // The user's files are visible: owners and attributes cannot be changed.
    bool files = false;
    bool sockets = false;     // sockets of others are visible: connecting is refused
    bool truncation = false;  // files that may only be read can be truncated: truncating is refused
    // Processes of others can be signalled: owners of descriptors, whom the kernel signals, are
    // refused.
    bool processes = false;
    bool signals = false;  // signals are not judged: all are refused
  };
  explicit SyscallFilter(Gaps gaps);
  // Returns a filter by which the kernel asks a listener about each signal, and refuses those whose
  // receiver a listener cannot find out. See skua_runtime/serving/fork_server.py.
  static SyscallFilter OfSignals();

  // Called in the child, with no new privileges. Async-signal-safe. Returns false if the kernel
  // refuses the filter.
  bool Install() const;
  // Returns the filter in the kernel's format.
  std::span<const uint8_t> bytes() const;
  // Tries the filter in a process of its own.
  bool Works(unsigned flags = 0) const;

 private:
  SyscallFilter() = default;

  std::vector<sock_filter> program_;
};

bool HasSyscallFilters();
// Returns whether a listener can be asked; a process can have one for all its filters.
bool HasSignalListeners();

}  // namespace skua::worker
