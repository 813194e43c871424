// A process that may be killed. A number sent by a worker may be any process's, and the engine is
// not contained, so the kernel must confirm that it is a descendant.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <vector>

#include "base/descriptor.h"

namespace skua::worker {

class ProcessHandle {
 public:
  // Returns the process with this number in its own namespace, if the kernel knows it as a
  // descendant of `ancestor`: this process, or one whose number cannot have been reused. Its number
  // differs in this process's namespace. Never returns this process, or one for a number below 2.
  static std::optional<ProcessHandle> OfDescendant(pid_t own_number, pid_t ancestor);

  // Like OfDescendant, by the number in this process's namespace.
  static std::optional<ProcessHandle> OfKnownDescendant(pid_t pid, pid_t ancestor);

  pid_t pid() const { return pid_; }
  // Returns 0 without a parent, or if it is this process.
  pid_t Parent() const;
  // Returns its number in its own namespace.
  pid_t own_number() const { return own_number_; }
  // Sends the signal to the process, and to its process group if it leads one. Does nothing after
  // the process was reaped, even if its number is reused.
  void Signal(int signal) const;
  // Sends the signal to the process alone.
  void SignalAlone(int signal) const;
  // Waits without reaping. Returns whether it has ended.
  bool AwaitExit(std::chrono::milliseconds limit) const;

 private:
  ProcessHandle(pid_t pid, pid_t own_number, pid_t ancestor);

  pid_t pid_;
  pid_t own_number_;
  pid_t ancestor_;
  base::Descriptor pidfd_;  // closed if the kernel has no pidfd (before 5.3)
};

// Returns their numbers in this process's namespace.
std::vector<pid_t> DescendantsOf(pid_t ancestor);

}  // namespace skua::worker
