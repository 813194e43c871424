#include "base/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>

#include "base/descriptor.h"
#include "base/error.h"

namespace skua::base {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kTemporarySuffix = ".skua-partial";

[[noreturn]] void Fail(std::string_view what, const fs::path& path) {
  throw Error(fmt::format("cannot {} {}: {}", what, path.string(), std::strerror(errno)));
}

}  // namespace

std::optional<std::string> ReadFileIfThere(const fs::path& path) {
  std::error_code ignored;
  if (!fs::exists(path, ignored)) return std::nullopt;
  return ReadFile(path);
}

std::string ReadFile(const fs::path& path) {
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  if (!in || fs::is_directory(path)) Fail("read", path);
  std::ostringstream text;
  text << in.rdbuf();
  return std::move(text).str();
}

void WriteFileAtomically(const fs::path& path, std::string_view content) {
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  std::error_code error;
  fs::create_directories(folder, error);
  // A hidden name that no test collector picks up, should a kill leave it behind.
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

void RequireBeneath(const fs::path& root, const fs::path& path) {
  const auto is_inside = [](const fs::path& inner, const fs::path& outer) {
    return std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end()).first ==
           outer.end();
  };
  if (!is_inside(path.lexically_normal(), root.lexically_normal())) return;
  std::error_code error;
  const fs::path there = fs::weakly_canonical(path, error);
  if (!error && is_inside(there, fs::weakly_canonical(root, error))) return;
  throw Error(
      fmt::format("{} leads out of the project{}: remove the symbolic link, or name the folder "
                  "that it leads to in skua.yml",
                  path.string(), error ? "" : fmt::format(", to {}", there.string())));
}

bool IsTemporary(const fs::path& path) {
  const std::string name = path.filename().string();
  return name.starts_with('.') && name.ends_with(kTemporarySuffix);
}

ScratchFolder::ScratchFolder(const fs::path& parent) {
  std::string pattern = (parent / "skua-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) Fail("make a scratch folder below", parent);
  path_ = pattern;
}

ScratchFolder::~ScratchFolder() {
  std::error_code error;
  fs::remove_all(path_, error);
  if (error) {  // code under test may have taken the permissions away
    for (auto it = fs::recursive_directory_iterator(path_, error); !error && it != fs::end(it);
         it.increment(error)) {
      if (it->is_directory(error) && !it->is_symlink(error)) {
        fs::permissions(it->path(), fs::perms::owner_all, error);
      }
    }
    fs::remove_all(path_, error);
  }
}

}  // namespace skua::base
