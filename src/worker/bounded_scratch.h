// The folder beneath which code under test writes. Where the kernel lets this process mount file
// systems, it is one of its own in memory, of bounded size, so that nothing fills the disk, and
// gone with this process, however that ends. Elsewhere it is a folder like any other.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "base/files.h"

namespace skua::worker {

class BoundedScratch {
 public:
  // For `bytes` in all, but no more than half of the machine's memory. Moves this process into a
  // mount namespace of its own; a user other than root needs a user namespace for that, in which it
  // keeps its name and gets no rights. To be made while there is one thread, and to go in that.
  // Throws base::Error where temporary files lie in /dev/shm: code under test has one of its own.
  explicit BoundedScratch(uint64_t bytes);
  ~BoundedScratch();
  BoundedScratch(const BoundedScratch&) = delete;
  BoundedScratch& operator=(const BoundedScratch&) = delete;

  // Why temporary files may not lie in `folder`; empty where they may.
  static std::string ProblemOf(const std::filesystem::path& folder);

  const std::filesystem::path& path() const { return folder_.path(); }
  bool is_bounded() const { return is_bounded_; }

 private:
  const base::ScratchFolder folder_;
  bool is_bounded_ = false;
};

}  // namespace skua::worker
