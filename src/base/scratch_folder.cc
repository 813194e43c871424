#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string_view>

#include "base/error.h"
#include "base/files.h"
#include "base/subprocess.h"

namespace skua::base {
namespace {

namespace fs = std::filesystem;

// Most folders can be emptied within this time and depth.
constexpr std::chrono::milliseconds kMoment(250);
constexpr int kDeepest = 64;

Descriptor OpenFolder(int parent, const char* name) {
  return Descriptor(openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

struct CloseListing {
  void operator()(DIR* listing) const { closedir(listing); }
};

bool Remove(int parent, const char* name, int depth, const Deadline& end);

// Walks by descriptors: by path, a process that still runs could replace a folder by a link.
bool Empty(const Descriptor& folder, int depth, const Deadline& end) {
  const int listed = dup(folder.get());
  const std::unique_ptr<DIR, CloseListing> entries(fdopendir(listed));
  if (!entries) {
    if (listed >= 0) close(listed);
    return false;
  }
  while (const dirent* entry = readdir(entries.get())) {
    const std::string_view name = entry->d_name;
    if (name == "." || name == "..") continue;
    if (end.Expired() || !Remove(folder.get(), entry->d_name, depth, end)) return false;
  }
  return true;
}

bool Remove(int parent, const char* name, int depth, const Deadline& end) {
  if (unlinkat(parent, name, 0) == 0 || errno == ENOENT) return true;
  const Descriptor folder = OpenFolder(parent, name);
  return folder.open() && depth > 0 && Empty(folder, depth - 1, end) &&
         unlinkat(parent, name, AT_REMOVEDIR) == 0;
}

// Restores permissions first, since code under test may have removed them.
constexpr const char* kRemoval = R"(chmod -R u+rwx -- "$0"; rm -rf -- "$0")";
// Longest wait of an ending process for the removal of its folder.
constexpr std::chrono::seconds kLongestRemoval(10);

// Returns whether the folder lies in a scratch folder of this process. (The folder for temporary
// files may lie in a scratch folder of another process.)
bool IsBelowScratch(const fs::path& folder) {
  std::error_code error;
  return folder != fs::temp_directory_path(error) &&
         std::ranges::any_of(folder, [](const fs::path& part) {
           return part.string().starts_with(kScratchPrefix);
         });
}

}  // namespace

void Removals::Begin(const fs::path& folder) {
  const Descriptor null(open("/dev/null", O_RDWR | O_CLOEXEC));
  if (!null.open()) return;
  Command command;
  command.arguments = {"/bin/sh", "-c", kRemoval, folder.string()};
  command.working_folder = "/";
  try {
    const pid_t pid = Start(command, {null.get(), null.get(), null.get()}).pid;
    if (pid > 0) running_.push_back(pid);
  } catch (const Error&) {  // a later process removes the folder
  }
}

void Removals::Await(Duration limit) {
  const SteadyClock clock;
  const Deadline end = Deadline(clock).Within(limit);
  while (!running_.empty() && !end.Expired()) {
    std::erase_if(running_, [](pid_t pid) { return waitpid(pid, nullptr, WNOHANG) != 0; });
    if (!running_.empty()) usleep(2000);
  }
}

Removals::~Removals() {
  for (const pid_t pid : running_) {
    kill(-pid, SIGKILL);
    while (waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
}

fs::path TemporaryFolder() {
  std::error_code error;
  fs::path folder = fs::temp_directory_path(error);
  if (!error) return folder;
  const char* named = std::getenv("TMPDIR");
  throw Error(fmt::format("{} is no folder for temporary files: {}; set TMPDIR to one that exists",
                          named == nullptr ? "/tmp" : named, error.message()));
}

ScratchFolder::ScratchFolder(const fs::path& parent) {
  std::string pattern = (parent / fmt::format("{}XXXXXX", kScratchPrefix)).string();
  if (mkdtemp(pattern.data()) == nullptr) {
    throw Error(fmt::format("cannot make a scratch folder below {}: {}", parent.string(),
                            std::strerror(errno)));
  }
  path_ = pattern;
  if (IsBelowScratch(parent)) return;  // removing the outer folder removes this one
  lock_ = OpenFolder(AT_FDCWD, path_.c_str());
  if (lock_.open()) flock(lock_.get(), LOCK_EX | LOCK_NB);
}

ScratchFolder::~ScratchFolder() {
  const SteadyClock clock;
  if (Remove(AT_FDCWD, path_.c_str(), kDeepest, Deadline(clock).Within(kMoment))) return;
  if (!lock_.open()) return;
  Removals removal;
  removal.Begin(path_);
  removal.Await(kLongestRemoval);
}

Removals RemoveAbandonedScratch(const fs::path& parent, Duration age) {
  const timespec now = [] {
    timespec time{};
    clock_gettime(CLOCK_REALTIME, &time);
    return time;
  }();
  Removals removals;
  std::error_code error;
  for (auto it = fs::directory_iterator(parent, error); !error && it != fs::end(it);
       it.increment(error)) {
    if (!it->path().filename().string().starts_with(kScratchPrefix)) continue;
    const Descriptor folder = OpenFolder(AT_FDCWD, it->path().c_str());
    struct stat status {};
    if (!folder.open() || fstat(folder.get(), &status) != 0 || status.st_uid != geteuid()) continue;
    const auto unchanged = std::chrono::seconds(now.tv_sec - status.st_mtim.tv_sec);
    if (unchanged < age || flock(folder.get(), LOCK_EX | LOCK_NB) != 0) continue;
    removals.Begin(it->path());
  }
  return removals;
}

}  // namespace skua::base
