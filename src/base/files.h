// Files, whole: read, and replaced in one step so that a reader sees the old or the new content.
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

// Error when it cannot be read.
std::string ReadFile(const std::filesystem::path& path);
// Nothing when there is no such file; Error when it is there and cannot be read.
std::optional<std::string> ReadFileIfThere(const std::filesystem::path& path);

// What a contained process has left there: at most `limit` bytes of a regular file. Nothing where
// there is another thing, such as a link, a pipe or a device, or none.
std::optional<std::string> ReadUntrusted(const std::filesystem::path& path,
                                         std::size_t limit = std::size_t{64} << 20);

// Writes beside the target, fsyncs, renames, fsyncs the folder; makes missing folders. A kill at
// any moment leaves the old content or the new. Error when it cannot be written.
void WriteFileAtomically(const std::filesystem::path& path, std::string_view content);

// Whether `path`, with all of its symbolic links followed, lies in `root` no more.
bool LeadsOut(const std::filesystem::path& root, const std::filesystem::path& path);

// Throws Error when `path`, which begins with `root`, leads out of it by a symbolic link: what is
// written there would not be where somebody looks for it.
void RequireBeneath(const std::filesystem::path& root, const std::filesystem::path& path);

// Whether it is what WriteFileAtomically leaves beside its target when it is killed.
bool IsTemporary(const std::filesystem::path& path);

// The folder for temporary files: that which TMPDIR names, else /tmp. Throws Error when it is none.
std::filesystem::path TemporaryFolder();

// The names of such folders begin so; no other program names folders like this.
inline constexpr std::string_view kScratchPrefix = "skua~";

// A new empty folder (mode 0700) below `parent`, removed with everything in it by the destructor.
// Below another scratch folder it may leave that what takes longer than a moment; elsewhere it
// waits, some seconds at most, and leaves the rest to a later process.
class ScratchFolder {
 public:
  explicit ScratchFolder(const std::filesystem::path& parent = TemporaryFolder());
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  Descriptor lock_;  // held for as long as its owner lives
};

// Whether a project-relative path is the folder's or that of something below it. "." holds all.
bool IsWithin(const std::string& path, const std::string& folder);

// Processes that remove folders. They end with this object, done or not.
class Removals {
 public:
  Removals() = default;
  Removals(Removals&&) = default;
  ~Removals();

  // Does nothing where no process can be started.
  void Begin(const std::filesystem::path& folder);
  // Waits until they are done.
  void Await(Duration limit);

 private:
  std::vector<pid_t> running_;
};

// Begins to remove the scratch folders below `parent` whose owners were killed. Folders younger
// than `age` stay: their owners may not hold them yet.
Removals RemoveAbandonedScratch(const std::filesystem::path& parent = TemporaryFolder(),
                                Duration age = std::chrono::minutes(1));

}  // namespace skua::base
