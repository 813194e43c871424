// The folder that holds the state: made, hidden from git, and locked while a run uses it.
#pragma once

#include <filesystem>
#include <string_view>

namespace skua::state {

class FolderLock {
 public:
  // Makes the folder if need be. Throws base::Error when it cannot be written, or when another
  // process holds it; the lock ends with this object, or with the process however it ends.
  explicit FolderLock(const std::filesystem::path& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int fd_ = -1;
};

// Writes a .gitignore that names everything in the folder, unless there is one.
void HideFromGit(const std::filesystem::path& folder);

// Renames a database, and what SQLite keeps beside it, to the first free "<name>.<reason>-<n>".
// Returns the new path.
std::filesystem::path SetAside(const std::filesystem::path& database, std::string_view reason);

}  // namespace skua::state
