// The folder of the state: created, hidden from git, and locked while a run uses it.
#pragma once

#include <filesystem>
#include <string_view>

#include "base/descriptor.h"

namespace skua::state {

class FolderLock {
 public:
  // Creates the folder if necessary, and locks it. Throws base::Error if it cannot be written, or
  // another process has locked it. The lock ends with this object, or with the process, however it
  // ends.
  explicit FolderLock(const std::filesystem::path& folder);
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  base::Descriptor fd_;
};

// Writes a .gitignore that covers everything in the folder, unless there is one.
void HideFromGit(const std::filesystem::path& folder);

// Renames a database and the files that SQLite keeps beside it to the first free
// "<name>.<reason>-<n>". Returns the new path.
std::filesystem::path SetAside(const std::filesystem::path& database, std::string_view reason);

}  // namespace skua::state
