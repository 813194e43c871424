// The folder below which code under test writes. If the kernel lets this process mount file
// systems, it is a file system in memory of bounded size, which cannot fill the disk and disappears
// with this process in any case. Otherwise it is an ordinary folder.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "base/files.h"

namespace skua::worker {

class BoundedScratch {
 public:
  // Bounds the folder to `bytes`, at most half of the machine's memory. Moves this process into a
  // mount namespace of its own; for a user other than root inside a user namespace, with the same
  // name and without rights. REQUIRES: constructed while there is one thread, and destroyed in
  // that. Throws base::Error if temporary files are in /dev/shm: code under test has its own.
  explicit BoundedScratch(uint64_t bytes);
  ~BoundedScratch();
  BoundedScratch(const BoundedScratch&) = delete;
  BoundedScratch& operator=(const BoundedScratch&) = delete;

  // Returns why temporary files may not be in `folder`; empty if they may.
  static std::string ProblemOf(const std::filesystem::path& folder);

  const std::filesystem::path& path() const { return folder_.path(); }
  bool is_bounded() const { return is_bounded_; }

 private:
  const base::ScratchFolder folder_;
  bool is_bounded_ = false;
};

}  // namespace skua::worker
