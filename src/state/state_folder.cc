#include "state/state_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <string>

#include "base/error.h"
#include "base/files.h"

namespace skua::state {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void FailToWrite(const fs::path& folder, std::string_view cause) {
  throw base::Error(
      fmt::format("cannot write the state folder {}: {}; allow it, or set output.state to another",
                  folder.string(), cause));
}

std::string HolderOf(int fd) {
  std::array<char, 16> text;
  const ssize_t size = pread(fd, text.data(), text.size(), 0);
  return size > 0 ? fmt::format(" (process {})", std::string_view(text.data(), size)) : "";
}

}  // namespace

FolderLock::FolderLock(const fs::path& folder) {
  std::error_code error;
  const bool is_for_us = !fs::exists(folder, error) || fs::is_empty(folder, error);
  fs::create_directories(folder, error);
  if (error) FailToWrite(folder, error.message());
  for (auto it = fs::directory_iterator(folder, error); !error && it != fs::end(it);
       it.increment(error)) {
    if (it->is_symlink()) FailToWrite(it->path(), "it is a symbolic link");
  }
  const fs::path lock = folder / "lock";
  fd_ = base::Descriptor(open(lock.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666));
  if (!fd_.open()) FailToWrite(folder, std::strerror(errno));
  if (flock(fd_.get(), LOCK_EX | LOCK_NB) != 0) {
    const std::string holder = HolderOf(fd_.get());
    throw base::Error(
        fmt::format("another run{} is using {}: wait for it to end, or set output.state to "
                    "another folder",
                    holder, folder.string()));
  }
  const std::string holder = fmt::format("{}", getpid());
  if (ftruncate(fd_.get(), 0) != 0 || pwrite(fd_.get(), holder.data(), holder.size(), 0) < 0) {
    FailToWrite(folder, std::strerror(errno));
  }
  // A folder with files of the project is not hidden.
  if (is_for_us) HideFromGit(folder);
}

void HideFromGit(const fs::path& folder) {
  std::error_code error;
  const fs::path ignore = folder / ".gitignore";
  if (fs::exists(ignore, error)) return;
  base::WriteFileAtomically(ignore,
                            "# Made by skua; nothing in here belongs into version control.\n*\n");
}

fs::path SetAside(const fs::path& database, std::string_view reason) {
  std::error_code error;
  fs::path target;
  for (int n = 1; target.empty() || fs::exists(target, error); ++n) {
    target = fmt::format("{}.{}-{}", database.string(), reason, n);
  }
  fs::rename(database, target, error);
  if (error) FailToWrite(database.parent_path(), error.message());
  // SQLite would apply a leftover journal to the next database.
  for (const std::string_view beside : {"-journal", "-wal", "-shm"}) {
    fs::rename(fmt::format("{}{}", database.string(), beside),
               fmt::format("{}{}", target.string(), beside), error);
  }
  return target;
}

}  // namespace skua::state
