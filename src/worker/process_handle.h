// A process that may be killed. What a worker says of its processes is believed no further than the
// kernel says the same: the engine is not contained, and a number in a message may be anybody's.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <vector>

#include "base/descriptor.h"

namespace skua::worker {

class ProcessHandle {
 public:
  // The process that has that number for itself, if the kernel knows it as a descendant of
  // `ancestor`: this process, or one whose number cannot have been given to another meanwhile. In a
  // namespace of its own a process has another number for itself than for this process. Never this
  // process itself, nor one that a number below 2 stands for.
  static std::optional<ProcessHandle> OfDescendant(pid_t own_number, pid_t ancestor);

  // The same by the number that it has for this process.
  static std::optional<ProcessHandle> OfKnownDescendant(pid_t pid, pid_t ancestor);

  pid_t pid() const { return pid_; }
  // 0 where there is none, or that is this process.
  pid_t Parent() const;
  // What it and its parent call it.
  pid_t own_number() const { return own_number_; }
  // Sends it to the process, and to the process group that it leads, if it does. Nobody is meant by
  // a process that was reaped, whoever has its number now.
  void Signal(int signal) const;
  // The same without the process group.
  void SignalAlone(int signal) const;
  // Waits without reaping. Whether it has ended.
  bool AwaitExit(std::chrono::milliseconds limit) const;

 private:
  ProcessHandle(pid_t pid, pid_t own_number, pid_t ancestor);

  pid_t pid_;
  pid_t own_number_;
  pid_t ancestor_;
  base::Descriptor pidfd_;  // of nothing where the kernel has none (before 5.3)
};

// By the numbers that they have for this process.
std::vector<pid_t> DescendantsOf(pid_t ancestor);

}  // namespace skua::worker
