#include "worker/memory_watch.h"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/thread.h"

namespace skua::worker {
namespace {

// The kernel clears memory that it allocates, so processes can hardly take more in a millisecond.
constexpr uint64_t kMostInAMillisecond = 8 << 20;
constexpr std::chrono::milliseconds kShortestPause(5), kLongestPause(100);

struct Share {
  ProcessHandle process;
  uint64_t bytes = 0;
};

uint64_t ResidentBytes(pid_t pid) {
  std::ifstream statm(fmt::format("/proc/{}/statm", pid));
  uint64_t pages = 0, resident = 0;
  statm >> pages >> resident;
  return resident * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
}

// Returns a process's own memory plus its part of shared memory, such as with the process that
// forked it; `resident` if the kernel does not say.
uint64_t ProportionalBytes(pid_t pid, uint64_t resident) {
  std::ifstream rollup(fmt::format("/proc/{}/smaps_rollup", pid));
  std::string word;
  while (rollup >> word) {
    uint64_t kibibytes = 0;
    if (word == "Pss:" && rollup >> kibibytes) return kibibytes << 10;
  }
  return resident;
}

uint64_t Sum(const std::vector<Share>& shares) {
  return std::accumulate(shares.begin(), shares.end(), uint64_t{0},
                         [](uint64_t sum, const Share& share) { return sum + share.bytes; });
}

}  // namespace

MemoryWatch::MemoryWatch(uint64_t most_bytes)
    : most_bytes_(most_bytes), thread_(base::TryThread([this] { Run(); })) {
  if (thread_.joinable()) return;
  throw base::Error("the system has no thread left to watch the memory of code under test");
}

MemoryWatch::~MemoryWatch() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void MemoryWatch::Watch(const ProcessHandle& root) {
  const std::lock_guard lock(mutex_);
  roots_.insert(&root);
  changed_.notify_all();
}

void MemoryWatch::Forget(const ProcessHandle& root) {
  const std::lock_guard lock(mutex_);
  roots_.erase(&root);
}

void MemoryWatch::Run() {
  std::unique_lock lock(mutex_);
  while (!ends_) {
    if (roots_.empty()) {
      changed_.wait(lock);
      continue;
    }
    std::chrono::milliseconds wait = kLongestPause;
    for (const ProcessHandle* root : roots_) {
      const uint64_t left = most_bytes_ - std::min(Look(*root), most_bytes_);
      const std::chrono::milliseconds lasts(left / kMostInAMillisecond);
      wait = std::max(kShortestPause, std::min(lasts, wait));
    }
    changed_.wait_for(lock, wait, [this] { return ends_; });
  }
}

uint64_t MemoryWatch::Look(const ProcessHandle& root) const {
  std::vector<std::pair<pid_t, uint64_t>> resident;
  uint64_t sum = 0;
  for (const pid_t pid : DescendantsOf(root.pid())) {
    resident.emplace_back(pid, ResidentBytes(pid));
    sum += resident.back().second;
  }
  if (sum <= most_bytes_) return sum;
  std::vector<Share> shares;
  for (const auto& [pid, bytes] : resident) {
    // Takes a handle first, so that the process killed is the process measured, even if its number
    // is reused.
    auto process = ProcessHandle::OfKnownDescendant(pid, root.pid());
    if (process) shares.push_back({*std::move(process), bytes});
  }
  // If the root has ended, its number and those of its children may be reused.
  if (root.AwaitExit(std::chrono::milliseconds(0))) return 0;
  // Stops the processes, since measuring takes long while they allocate.
  for (const Share& share : shares) share.process.SignalAlone(SIGSTOP);
  for (Share& share : shares) share.bytes = ProportionalBytes(share.process.pid(), share.bytes);
  sum = Sum(shares);
  std::ranges::sort(shares, std::greater<>(), &Share::bytes);
  for (const Share& share : shares) {
    const bool is_too_much = sum > most_bytes_;
    if (is_too_much) sum -= share.bytes;
    share.process.SignalAlone(is_too_much ? SIGKILL : SIGCONT);
  }
  return sum;
}

}  // namespace skua::worker
