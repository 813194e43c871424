// Reads whole files, and replaces files in one step, so that a reader sees either the old or the
// new content.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/descriptor.h"

namespace skua::base {

// Throws Error when the file cannot be read.
std::string ReadFile(const std::filesystem::path& path);
// Returns nullopt when the file does not exist. Throws Error when it exists and cannot be read.
std::optional<std::string> ReadFileIfThere(const std::filesystem::path& path);

// Returns at most `limit` bytes of a regular file that a contained process may have written;
// nullopt if the path does not exist or is a link, a pipe, a device or the like.
std::optional<std::string> ReadUntrusted(const std::filesystem::path& path,
                                         std::size_t limit = std::size_t{64} << 20);

// Writes a temporary file beside the target, fsyncs it, renames it and fsyncs the folder; creates
// missing folders. A kill at any moment leaves the old or the new content. Throws Error when
// writing fails.
void WriteFileAtomically(const std::filesystem::path& path, std::string_view content);

// Returns whether `path`, with all symbolic links followed, lies outside of `root`.
bool LeadsOut(const std::filesystem::path& root, const std::filesystem::path& path);

// Throws Error when `path`, which begins with `root`, leads out of it by a symbolic link.
void RequireBeneath(const std::filesystem::path& root, const std::filesystem::path& path);

// Returns whether the name is that of a temporary file that a killed WriteFileAtomically left.
bool IsTemporary(const std::filesystem::path& path);

// Returns the folder that TMPDIR names, else /tmp. Throws Error when it is not a folder.
std::filesystem::path TemporaryFolder();

// Prefix of scratch folders' names, which no other program uses.
inline constexpr std::string_view kScratchPrefix = "skua~";

// A new empty folder (mode 0700) below `parent`, which the destructor removes with its content. The
// destructor waits for the removal for some seconds at most, and leaves the rest to a later
// process. Inside another scratch folder it waits only a moment, since removing the outer folder
// removes the rest.
class ScratchFolder {
 public:
  explicit ScratchFolder(const std::filesystem::path& parent = TemporaryFolder());
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  Descriptor lock_;  // locked as long as the owner lives
};

// Returns whether a project-relative path is the folder or lies below it. The folder "." contains
// all paths.
bool IsWithin(const std::string& path, const std::string& folder);

// Processes that remove folders. The destructor ends them even if they have not finished.
class Removals {
 public:
  Removals() = default;
  Removals(Removals&&) = default;
  ~Removals();

  // Starts a process that removes the folder; does nothing if no process can be started.
  void Begin(const std::filesystem::path& folder);
  // Waits until all removals are done, for `limit` at most.
  void Await(Duration limit);

 private:
  std::vector<pid_t> running_;
};

// Begins to remove the scratch folders below `parent` whose owners were killed. Leaves folders
// younger than `age`: their owners may not have locked them yet.
Removals RemoveAbandonedScratch(const std::filesystem::path& parent = TemporaryFolder(),
                                Duration age = std::chrono::minutes(1));

}  // namespace skua::base
