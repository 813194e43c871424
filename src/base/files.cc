#include "base/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "base/descriptor.h"
#include "base/error.h"

namespace skua::base {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kReadSize = 1 << 16;
constexpr std::string_view kTemporarySuffix = ".skua-partial";

[[noreturn]] void Fail(std::string_view what, const fs::path& path) {
  throw Error(fmt::format("cannot {} {}: {}", what, path.string(), std::strerror(errno)));
}

// Returns false, with errno, when the path is not a regular file: reading a pipe would block, and a
// device may have no end.
bool Read(const fs::path& path, int flags, std::size_t limit, std::string& text) {
  const Descriptor file(open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | flags));
  struct stat status {};
  if (!file.open() || fstat(file.get(), &status) != 0) return false;
  errno = S_ISDIR(status.st_mode) ? EISDIR : EINVAL;
  if (!S_ISREG(status.st_mode)) return false;
  text.reserve(std::min(static_cast<std::size_t>(status.st_size) + 1, limit));
  while (text.size() < limit) {
    const std::size_t filled = text.size();
    const std::size_t wanted = std::min(kReadSize, limit - filled);
    text.resize(filled + wanted);
    const ssize_t size = read(file.get(), text.data() + filled, wanted);
    text.resize(filled + static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
    if (size == 0) break;
    if (size < 0 && errno != EINTR) return false;
  }
  return true;
}

bool IsInside(const fs::path& inner, const fs::path& outer) {
  return std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end()).first == outer.end();
}

}  // namespace

std::optional<std::string> ReadFileIfThere(const fs::path& path) {
  std::error_code ignored;
  if (!fs::exists(path, ignored)) return std::nullopt;
  return ReadFile(path);
}

std::string ReadFile(const fs::path& path) {
  std::string text;
  if (!Read(path, 0, SIZE_MAX, text)) Fail("read", path);
  return text;
}

std::optional<std::string> ReadUntrusted(const fs::path& path, std::size_t limit) {
  std::string text;
  if (!Read(path, O_NOFOLLOW, limit, text)) return std::nullopt;
  return text;
}

void WriteFileAtomically(const fs::path& path, std::string_view content) {
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) {
    errno = error.value();
    Fail("write", path);
  }
  // The temporary file is hidden, so that no test collector picks it up if a kill leaves it behind.
  static std::atomic<unsigned> count = 0;
  const std::string temporary = (folder / fmt::format(".{}.{}-{}{}", path.filename().string(),
                                                      getpid(), ++count, kTemporarySuffix))
                                    .string();
  const Descriptor file(open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (file.get() < 0) Fail("write", path);
  const auto give_up = [&] {
    const int cause = errno;
    unlink(temporary.c_str());
    errno = cause;
    Fail("write", path);
  };
  while (!content.empty()) {
    const ssize_t written = write(file.get(), content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) give_up();
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  if (fsync(file.get()) != 0 || rename(temporary.c_str(), path.c_str()) != 0) {
    give_up();
  }
  const Descriptor directory(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (directory.get() >= 0) fsync(directory.get());
}

bool LeadsOut(const fs::path& root, const fs::path& path) {
  std::error_code error;
  const fs::path there = fs::weakly_canonical(path, error);
  return error || !IsInside(there, fs::weakly_canonical(root, error));
}

void RequireBeneath(const fs::path& root, const fs::path& path) {
  if (!IsInside(path.lexically_normal(), root.lexically_normal()) || !LeadsOut(root, path)) return;
  std::error_code error;
  const fs::path there = fs::weakly_canonical(path, error);
  throw Error(
      fmt::format("{} leads out of the project{}: remove the symbolic link, or name the folder "
                  "that it leads to in skua.yml",
                  path.string(), error ? "" : fmt::format(", to {}", there.string())));
}

bool IsTemporary(const fs::path& path) {
  const std::string name = path.filename().string();
  return name.starts_with('.') && name.ends_with(kTemporarySuffix);
}

bool IsWithin(const std::string& path, const std::string& folder) {
  return folder == "." || path == folder || path.starts_with(folder + "/");
}

}  // namespace skua::base
