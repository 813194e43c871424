#include "worker/process_handle.h"

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>

namespace skua::worker {
namespace {

constexpr unsigned kProcessGroup = 1 << 2;  // PIDFD_SIGNAL_PROCESS_GROUP, from Linux 6.9 on
constexpr int kDeepest = 64;                // generations: a worker needs two

// 0 where there is no such process.
pid_t ParentOf(pid_t pid) {
  std::ifstream in(fmt::format("/proc/{}/stat", pid), std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  const std::string stat = std::move(text).str();
  // "pid (name) state parent …", where the name may hold anything.
  const std::size_t behind_name = stat.rfind(')');
  char state = 0;
  int parent = 0;
  if (behind_name == std::string::npos ||
      std::sscanf(stat.c_str() + behind_name + 1, " %c %d", &state, &parent) != 2) {
    return 0;
  }
  return parent;
}

bool HasAncestor(pid_t pid, pid_t ancestor) {
  for (int i = 0; i < kDeepest && pid > 1; ++i) {
    pid = ParentOf(pid);
    if (pid == ancestor) return true;
  }
  return false;
}

// Asked twice: a process in between may end, and its number go to another, while the first answer
// is put together. Its children have another parent from then on, which the second shows.
bool Descends(pid_t pid, pid_t ancestor) {
  return ancestor > 1 && HasAncestor(pid, ancestor) && HasAncestor(pid, ancestor);
}

int SignalPidfd(const base::Descriptor& pidfd, int signal, unsigned flags) {
  return static_cast<int>(syscall(SYS_pidfd_send_signal, pidfd.get(), signal, nullptr, flags));
}

}  // namespace

ProcessHandle::ProcessHandle(pid_t pid, pid_t ancestor)
    : pid_(pid), ancestor_(ancestor), pidfd_(static_cast<int>(syscall(SYS_pidfd_open, pid, 0))) {}

std::optional<ProcessHandle> ProcessHandle::OfDescendant(pid_t pid, pid_t ancestor) {
  if (pid <= 1) return std::nullopt;
  ProcessHandle handle(pid, ancestor);
  if (!Descends(pid, ancestor)) return std::nullopt;
  // What was asked about is what the handle is of: it is still there, so nobody else was.
  if (handle.pidfd_.open() && SignalPidfd(handle.pidfd_, 0, 0) != 0) return std::nullopt;
  return handle;
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
    kill(-pid_, signal);  // its number is nobody else's as long as it is there
  }
  SignalPidfd(pidfd_, signal, 0);
}

bool ProcessHandle::AwaitExit(std::chrono::milliseconds limit) const {
  if (!pidfd_.open()) return false;
  pollfd entry{pidfd_.get(), POLLIN, 0};
  return poll(&entry, 1, static_cast<int>(limit.count())) == 1;
}

}  // namespace skua::worker
