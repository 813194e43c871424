// Bounds the total memory of a process with code under test and its descendants: the kernel limits
// only the addresses of each process, of which there may be hundreds.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <set>
#include <thread>

#include "worker/process_handle.h"

namespace skua::worker {

class MemoryWatch {
 public:
  // Measures in a thread of its own, more often when little is left, and kills the largest
  // processes of a tree while it has more than `most_bytes`.
  explicit MemoryWatch(uint64_t most_bytes);
  ~MemoryWatch();
  MemoryWatch(const MemoryWatch&) = delete;
  MemoryWatch& operator=(const MemoryWatch&) = delete;

  // Watches the descendants of a process, without the process. Borrows it until Forget().
  void Watch(const ProcessHandle& root);
  void Forget(const ProcessHandle& root);

 private:
  void Run();
  // Returns the bytes of a tree after killing its largest processes if necessary.
  uint64_t Look(const ProcessHandle& root) const;

  const uint64_t most_bytes_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::set<const ProcessHandle*> roots_;
  bool ends_ = false;
  std::thread thread_;
};

}  // namespace skua::worker
