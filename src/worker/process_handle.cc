#include "worker/process_handle.h"

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace skua::worker {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kProcessGroup = 1 << 2;  // PIDFD_SIGNAL_PROCESS_GROUP, from Linux 6.9 on
constexpr std::size_t kMostDescendants = 10'000;
constexpr int kMostGenerations = 64;  // of descendants; a worker needs two

std::string ReadOf(pid_t pid, const char* file) {
  std::ifstream in(fmt::format("/proc/{}/{}", pid, file), std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return std::move(text).str();
}

// Returns 0 if the process does not exist.
pid_t ParentOf(pid_t pid) {
  const std::string stat = ReadOf(pid, "stat");
  // The format is "pid (name) state parent …"; the name may contain anything.
  const std::size_t after_name = stat.rfind(')');
  char state = 0;
  int parent = 0;
  if (after_name == std::string::npos ||
      std::sscanf(stat.c_str() + after_name + 1, " %c %d", &state, &parent) != 2) {
    return 0;
  }
  return parent;
}

bool HasAncestor(pid_t pid, pid_t ancestor) {
  for (int i = 0; i < kMostGenerations && pid > 1; ++i) {
    pid = ParentOf(pid);
    if (pid == ancestor) return true;
  }
  return false;
}

// Asks twice: a process in between may end, and its number be reused, while the first answer is
// made. Its children then have another parent, which the second answer shows.
bool Descends(pid_t pid, pid_t ancestor) {
  return ancestor > 1 && HasAncestor(pid, ancestor) && HasAncestor(pid, ancestor);
}

// Returns the number of a process in its innermost namespace; 0 if it does not exist.
pid_t OwnNumberOf(pid_t pid) {
  constexpr std::string_view kField = "\nNSpid:";
  const std::string status = ReadOf(pid, "status");
  const std::size_t field = status.find(kField);
  if (field == std::string::npos) return status.empty() ? 0 : pid;  // before Linux 4.1
  const std::size_t end = status.find('\n', field + 1);
  const std::size_t last = status.find_last_of("\t ", end);
  return static_cast<pid_t>(std::strtol(status.c_str() + last, nullptr, 10));
}

// Without the kernel's lists of children, examines all processes.
std::vector<pid_t> AllProcesses() {
  std::vector<pid_t> all;
  std::error_code error;
  for (auto it = fs::directory_iterator("/proc", error); !error && it != fs::end(it);
       it.increment(error)) {
    const pid_t pid = static_cast<pid_t>(std::atoi(it->path().filename().c_str()));
    if (pid > 1) all.push_back(pid);
  }
  return all;
}

std::vector<pid_t> ChildrenOf(pid_t pid) {
  std::vector<pid_t> children;
  std::error_code error;
  const std::string threads = fmt::format("/proc/{}/task", pid);
  for (auto it = fs::directory_iterator(threads, error); !error && it != fs::end(it);
       it.increment(error)) {
    std::ifstream in(it->path() / "children");
    for (pid_t child = 0; in >> child;) children.push_back(child);
  }
  return children;
}

// Returns the descendant with this number in its own namespace; 0 if there is none.
pid_t FindDescendant(pid_t own_number, pid_t ancestor) {
  if (access("/proc/thread-self/children", F_OK) != 0) {
    for (const pid_t pid : AllProcesses()) {
      if (OwnNumberOf(pid) == own_number && Descends(pid, ancestor)) return pid;
    }
    return 0;
  }
  std::vector<pid_t> generation = {ancestor};
  for (int i = 0; i < kMostGenerations && !generation.empty(); ++i) {
    std::vector<pid_t> next;
    for (const pid_t parent : generation) {
      for (const pid_t child : ChildrenOf(parent)) {
        if (OwnNumberOf(child) == own_number) return child;
        next.push_back(child);
      }
    }
    generation = std::move(next);
  }
  return 0;
}

int SignalPidfd(const base::Descriptor& pidfd, int signal, unsigned flags) {
  return static_cast<int>(syscall(SYS_pidfd_send_signal, pidfd.get(), signal, nullptr, flags));
}

}  // namespace

ProcessHandle::ProcessHandle(pid_t pid, pid_t own_number, pid_t ancestor)
    : pid_(pid),
      own_number_(own_number),
      ancestor_(ancestor),
      pidfd_(static_cast<int>(syscall(SYS_pidfd_open, pid, 0))) {}

std::optional<ProcessHandle> ProcessHandle::OfDescendant(pid_t own_number, pid_t ancestor) {
  if (own_number <= 1) return std::nullopt;
  const pid_t pid = FindDescendant(own_number, ancestor);
  auto handle = OfKnownDescendant(pid, ancestor);
  if (handle && handle->own_number() != own_number) handle.reset();
  return handle;
}

std::optional<ProcessHandle> ProcessHandle::OfKnownDescendant(pid_t pid, pid_t ancestor) {
  if (pid <= 1 || pid == getpid()) return std::nullopt;
  const pid_t own_number = OwnNumberOf(pid);
  ProcessHandle handle(pid, own_number, ancestor);
  if (!Descends(pid, ancestor) || OwnNumberOf(pid) != own_number) return std::nullopt;
  // The process still exists, so its number was not reused during the checks above.
  if (handle.pidfd_.open() && SignalPidfd(handle.pidfd_, 0, 0) != 0) return std::nullopt;
  return handle;
}

pid_t ProcessHandle::Parent() const {
  const pid_t parent = ParentOf(pid_);
  return parent == getpid() ? 0 : parent;
}

void ProcessHandle::SignalAlone(int signal) const {
  if (pidfd_.open()) {
    SignalPidfd(pidfd_, signal, 0);
  } else if (Descends(pid_, ancestor_)) {
    kill(pid_, signal);
  }
}

void ProcessHandle::Signal(int signal) const {
  if (!pidfd_.open()) {
    if (!Descends(pid_, ancestor_)) return;
    kill(-pid_, signal);
    kill(pid_, signal);
    return;
  }
  if (SignalPidfd(pidfd_, signal, kProcessGroup) != 0 && errno == EINVAL &&
      SignalPidfd(pidfd_, 0, 0) == 0) {
    kill(-pid_, signal);  // the number is not reused while the process exists
  }
  SignalPidfd(pidfd_, signal, 0);
}

std::vector<pid_t> DescendantsOf(pid_t ancestor) {
  std::vector<pid_t> all = ChildrenOf(ancestor);
  for (std::size_t i = 0; i < all.size() && all.size() < kMostDescendants; ++i) {
    const std::vector<pid_t> children = ChildrenOf(all[i]);
    all.insert(all.end(), children.begin(), children.end());
  }
  return all;
}

bool ProcessHandle::AwaitExit(std::chrono::milliseconds limit) const {
  if (!pidfd_.open()) return false;
  pollfd entry{pidfd_.get(), POLLIN, 0};
  return poll(&entry, 1, static_cast<int>(limit.count())) == 1;
}

}  // namespace skua::worker
