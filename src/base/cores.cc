#include "base/cores.h"

#include <sched.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <thread>

namespace skua::base {
namespace {

namespace fs = std::filesystem;

unsigned RoundedUp(long long quota, long long period) {
  return static_cast<unsigned>(std::clamp((quota + period - 1) / period, 1LL, 100'000LL));
}

std::optional<long long> NumberIn(const fs::path& file) {
  std::ifstream text(file);
  long long number = 0;
  if (!(text >> number)) return std::nullopt;
  return number;
}

// Returns the quota of one control group, in cores; nullopt for "max".
std::optional<unsigned> QuotaOf(const fs::path& group) {
  std::ifstream text(group / "cpu.max");
  long long quota = 0, period = 0;
  if (!(text >> quota >> period)) {
    quota = NumberIn(group / "cpu.cfs_quota_us").value_or(-1);
    period = NumberIn(group / "cpu.cfs_period_us").value_or(0);
  }
  if (quota <= 0 || period <= 0) return std::nullopt;
  return RoundedUp(quota, period);
}

// Returns whether the list of controllers contains cpu: true for "cpu,cpuacct", false for "cpuset".
bool NamesCpu(const std::string& controllers) {
  std::istringstream text(controllers);
  for (std::string name; std::getline(text, name, ',');) {
    if (name == "cpu") return true;
  }
  return false;
}

}  // namespace

std::optional<unsigned> QuotaInCores(const fs::path& mount, std::string_view groups) {
  std::optional<unsigned> smallest;
  const auto consider = [&](const fs::path& group) {
    const auto quota = QuotaOf(group);
    if (quota && (!smallest || *quota < *smallest)) smallest = quota;
  };
  std::istringstream lines{std::string(groups)};
  // Lines look like "0::/user.slice" in version 2 and "4:cpu,cpuacct:/user.slice" in version 1.
  for (std::string line; std::getline(lines, line);) {
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (first == line.npos || second == line.npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    if (!controllers.empty() && !NamesCpu(controllers)) continue;
    const fs::path top = controllers.empty() ? mount : mount / "cpu";
    // In a container the path may be the host's; the container's own group is then at the top of
    // the mount.
    for (fs::path path = fs::path(line.substr(second + 1)).relative_path();;
         path = path.parent_path()) {
      consider(path.empty() ? top : top / path);
      if (path.empty()) break;
    }
  }
  return smallest;
}

unsigned AvailableCores() {
  unsigned cores = std::max(1u, std::thread::hardware_concurrency());
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) {
    cores = std::min(cores, static_cast<unsigned>(std::max(1, CPU_COUNT(&set))));
  }
  std::ifstream file("/proc/self/cgroup");
  const std::string groups{std::istreambuf_iterator<char>(file), {}};
  const auto quota = QuotaInCores("/sys/fs/cgroup", groups);
  return quota ? std::min(cores, *quota) : cores;
}

}  // namespace skua::base
