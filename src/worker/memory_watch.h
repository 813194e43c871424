// Bounds the memory that a process that runs code under test has together with all that it starts:
// the kernel's limit on addresses is one for each process, of which there may be hundreds.
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
  // Looks in a thread of its own, the more often the less is left, and kills the largest processes
  // of a tree as long as they have more than `most_bytes` together.
  explicit MemoryWatch(uint64_t most_bytes);
  ~MemoryWatch();
  MemoryWatch(const MemoryWatch&) = delete;
  MemoryWatch& operator=(const MemoryWatch&) = delete;

  // The tree of what descends from a process, without that. Borrows it until Forget().
  void Watch(const ProcessHandle& root);
  void Forget(const ProcessHandle& root);

 private:
  void Run();
  // How many bytes a tree has, once it has no more than it may have.
  uint64_t Look(const ProcessHandle& root) const;

  const uint64_t most_bytes_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::set<const ProcessHandle*> roots_;
  bool ends_ = false;
  std::thread thread_;
};

}  // namespace skua::worker
