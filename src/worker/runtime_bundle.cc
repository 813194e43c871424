#include "worker/runtime_bundle.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <string>
#include <utility>

#include "base/error.h"
#include "base/hash.h"
#include "base/subprocess.h"

// Written by bundle.cmake:  { name_size:u32 name:bytes size:u64 content:bytes }*
extern "C" {
extern const char skua_bundle_begin[];
extern const char skua_bundle_end[];
}

namespace skua::worker {
namespace {

namespace fs = std::filesystem;
using Files = std::map<std::string, std::string_view>;  // relative path → content

std::string_view Content() {
  return {skua_bundle_begin, static_cast<std::size_t>(skua_bundle_end - skua_bundle_begin)};
}

template <typename T>
T Take(std::string_view& rest) {
  T value;
  std::memcpy(&value, rest.data(), sizeof(T));
  rest.remove_prefix(sizeof(T));
  return value;
}

// Returns Python's cache tag: "cpython-311".
std::string CacheTagOf(const InterpreterFacts& interpreter) {
  return fmt::format("cpython-{}{}", interpreter.major, interpreter.minor);
}

bool IsBytecode(std::string_view name) { return name.ends_with(".pyc"); }

// Returns all files except the bytecode for other interpreters.
Files FilesFor(const InterpreterFacts& interpreter) {
  const std::string ending = "." + CacheTagOf(interpreter) + ".pyc";
  Files files;
  for (std::string_view rest = Content(); !rest.empty();) {
    const auto name_size = Take<uint32_t>(rest);
    const std::string name(rest.substr(0, name_size));
    rest.remove_prefix(name_size);
    const auto size = Take<uint64_t>(rest);
    if (!IsBytecode(name) || name.ends_with(ending)) files[name] = rest.substr(0, size);
    rest.remove_prefix(size);
  }
  return files;
}

constexpr std::chrono::seconds kLongestCompilation(10);

// Returns whether the folder belongs to this user alone: nobody else could write a file in it.
bool BelongsToUs(const fs::path& folder) {
  struct stat status;
  return lstat(folder.c_str(), &status) == 0 && S_ISDIR(status.st_mode) &&
         status.st_uid == geteuid() && (status.st_mode & 022) == 0;
}

// Returns whether the folder has exactly these files with exactly this content.
bool IsUnharmed(const fs::path& folder, const Files& files) {
  if (!BelongsToUs(folder)) return false;
  std::size_t found = 0;
  std::error_code error;
  for (auto it = fs::recursive_directory_iterator(folder, error); !error && it != fs::end(it);
       it.increment(error)) {
    if (it->is_directory() && !it->is_symlink()) continue;
    const auto file = files.find(fs::relative(it->path(), folder).generic_string());
    if (file == files.end() || it->is_symlink() || !it->is_regular_file()) return false;
    if (base::ReadFile(it->path()) != file->second) return false;
    ++found;
  }
  return !error && found == files.size();
}

void WriteAll(const fs::path& folder, const Files& files) {
  for (const auto& [name, content] : files) {
    const fs::path path = folder / name;
    fs::create_directories(path.parent_path());
    std::ofstream out(path, std::ios::binary);
    out.write(content.data(), static_cast<std::streamsize>(content.size()));
    out.close();
    if (!out) {
      throw base::Error(fmt::format("cannot write {}: {}", path.string(), std::strerror(errno)));
    }
  }
}

// Several processes may do this at once. Each writes a folder of its own, and one rename wins; the
// others find the same files there.
bool UnpackInto(const fs::path& cache, const fs::path& target, const Files& files) try {
  fs::create_directories(cache);
  if (IsUnharmed(target, files)) return true;
  const base::ScratchFolder work(cache);
  const fs::path fresh = work.path() / "fresh";
  fs::create_directory(fresh);
  fs::permissions(fresh, fs::perms::owner_all);
  WriteAll(fresh, files);
  std::error_code error;
  fs::rename(fresh, target, error);
  if (error && !IsUnharmed(target, files)) {
    fs::rename(target, work.path() / "harmed");
    fs::rename(fresh, target);
  }
  return IsUnharmed(target, files);
} catch (const fs::filesystem_error&) {
  return false;
} catch (const base::Error&) {
  return false;
}

}  // namespace

RuntimeBundle::RuntimeBundle(InterpreterFacts interpreter, const fs::path& cache)
    : interpreter_(std::move(interpreter)) {
  const Files files = FilesFor(interpreter_);
  has_bytecode_ = std::ranges::any_of(files, IsBytecode, &Files::value_type::first);
  if (!cache.empty()) {
    path_ = cache / (base::HashHex(Content()) + "-" + CacheTagOf(interpreter_));
    if (UnpackInto(cache, path_, files)) return;
  }
  scratch_ = std::make_unique<base::ScratchFolder>();
  path_ = scratch_->path();
  WriteAll(path_, files);
}

// Compiles in a folder of this run's own: files in the cache can be checked for changes, but not
// bytecode that the binary does not hold.
void RuntimeBundle::Compile(const base::Deadline& deadline) {
  if (has_bytecode_) return;
  auto copy = std::make_unique<base::ScratchFolder>();
  WriteAll(copy->path(), FilesFor(interpreter_));
  const fs::path runtime = copy->path() / "skua_runtime";
  base::Command command;
  command.arguments = {interpreter_.path.string(),
                       "-I",
                       "-S",
                       "-B",
                       (runtime / "alone" / "compile_runtime.py").string(),
                       runtime.string(),
                       runtime.string()};
  if (interpreter_.sandbox) interpreter_.sandbox->Contain(command, {}, copy->path());
  if (base::Run(command, deadline.Within(kLongestCompilation)).exit_code != 0) return;
  path_ = copy->path();
  scratch_ = std::move(copy);
  has_bytecode_ = true;
}

fs::path RuntimeBundle::DefaultCache() {
  const auto absolute = [](const char* name) {
    const char* value = std::getenv(name);
    const fs::path path = value == nullptr ? "" : value;
    return path.is_absolute() ? path : fs::path();
  };
  if (const fs::path cache = absolute("XDG_CACHE_HOME"); !cache.empty()) return cache / "skua";
  if (const fs::path home = absolute("HOME"); !home.empty()) return home / ".cache" / "skua";
  return {};
}

}  // namespace skua::worker
