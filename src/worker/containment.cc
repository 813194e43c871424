#include "worker/containment.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/capability.h>
#include <linux/landlock.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "base/error.h"
#include "protocol/shared_memory.h"

namespace skua::worker {
namespace {

namespace fs = std::filesystem;
using Network = ContainmentFeatures::Network;

// Landlock as of ABI 7, whatever version the headers of the build machine have: see
// Documentation/userspace-api/landlock.rst of the kernel.
struct RulesetAttributes {
  uint64_t handled_access_fs = 0;
  uint64_t handled_access_net = 0;  // from ABI 4
  uint64_t scoped = 0;              // from ABI 6
};
constexpr uint64_t kExecute = 1 << 0;
constexpr uint64_t kWriteFile = 1 << 1;
constexpr uint64_t kReadFile = 1 << 2;
constexpr uint64_t kReadDirectory = 1 << 3;
constexpr uint64_t kTruncate = 1 << 14;
constexpr uint64_t kDeviceControl = 1 << 15;

uint64_t HandledFileAccess(int abi) {
  const int rights = abi >= 5 ? 16 : abi >= 3 ? 15 : abi == 2 ? 14 : 13;
  return (uint64_t{1} << rights) - 1;
}

std::size_t AttributesSize(int abi) { return abi >= 6 ? 24 : abi >= 4 ? 16 : 8; }

// Devices whose use leaves nothing behind. Pseudo terminals are among them, since code opens them
// to run programs.
constexpr const char* kWritableDevices[] = {"/dev/null",   "/dev/zero", "/dev/full", "/dev/urandom",
                                            "/dev/random", "/dev/ptmx", "/dev/pts"};

void AllowBeneath(int ruleset, const fs::path& path, uint64_t access) {
  const base::Descriptor fd(open(path.c_str(), O_PATH | O_CLOEXEC));
  if (!fd.open()) return;  // this machine lacks the device
  landlock_path_beneath_attr rule{};
  rule.allowed_access = access;
  rule.parent_fd = fd.get();
  const long result = syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  if (result != 0) {
    throw base::Error(
        fmt::format("cannot contain writing to {}: {}", path.string(), std::strerror(errno)));
  }
}

// Writes a whole file by the calls that are allowed between fork and exec: open, write, close.
bool WriteWhole(const char* path, std::string_view text) {
  const int fd = open(path, O_WRONLY | O_CLOEXEC);
  if (fd < 0) return false;
  const bool written = write(fd, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  close(fd);
  return written;
}

// Memory that is allocated there counts as no process's memory.
bool MountSharedMemory() {
  return mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
         mount("tmpfs", protocol::kSharedMemory, "tmpfs", MS_NOSUID | MS_NODEV | MS_NOEXEC,
               "size=64m,mode=1777") == 0;
}

bool EnterNamespaces(const ContainmentFeatures& features, std::string_view user_map,
                     std::string_view group_map) {
  if (features.network == Network::kNone) return true;
  const int spaces = CLONE_NEWNET | (features.shared_memory ? CLONE_NEWNS : 0);
  if (features.network == Network::kNamespace) {
    if (unshare(spaces) != 0) return false;
  } else {
    // Inside, user and group are the same as outside, so that files stay readable and keep their
    // owners.
    if (unshare(CLONE_NEWUSER | spaces) != 0 || !WriteWhole("/proc/self/setgroups", "deny") ||
        !WriteWhole("/proc/self/uid_map", user_map) ||
        !WriteWhole("/proc/self/gid_map", group_map)) {
      return false;
    }
  }
  return !features.shared_memory || MountSharedMemory();
}

std::string MapToItself(unsigned id) { return fmt::format("{} {} 1", id, id); }

// Root, as in a CI job's container, could set the clock or kill any process. Only one capability is
// kept: to read a checkout that belongs to another user.
bool DropCapabilities() {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  std::array<__user_cap_data_struct, 2> sets{};
  if (syscall(SYS_capget, &header, sets.data()) != 0) return false;
  const uint32_t kept = (1u << CAP_DAC_OVERRIDE) | (1u << CAP_DAC_READ_SEARCH);
  sets[0] = {sets[0].effective & kept, sets[0].permitted & kept, 0};
  sets[1] = {};
  return syscall(SYS_capset, &header, sets.data()) == 0;
}

// Lowers a limit below the hard limit that is in force; it cannot be raised above that.
bool Limit(__rlimit_resource resource, uint64_t value) {
  rlimit limit;
  if (getrlimit(resource, &limit) != 0) return false;
  limit.rlim_max = std::min<rlim_t>(limit.rlim_max, value);
  limit.rlim_cur = limit.rlim_max;
  return setrlimit(resource, &limit) == 0;
}

bool Works(const ContainmentFeatures& features, const std::string& user_map,
           const std::string& group_map) {
  const pid_t pid = fork();
  if (pid == 0) _exit(EnterNamespaces(features, user_map, group_map) ? 0 : 1);
  int status = 1;
  while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return pid > 0 && status == 0;
}

}  // namespace

ContainmentFeatures ProbeContainment() {
  ContainmentFeatures features;
  const long abi =
      syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  features.landlock_abi = static_cast<int>(std::max(abi, 0L));
  const std::string user = MapToItself(geteuid());
  const std::string group = MapToItself(getegid());
  for (const Network network : {Network::kNamespace, Network::kUserNamespace}) {
    features.network = network;
    for (const bool shared_memory : {true, false}) {
      features.shared_memory = shared_memory;
      if (Works(features, user, group)) return features;
    }
  }
  features.network = Network::kNone;
  return features;
}

std::vector<model::Reason> MissingContainment(const ContainmentFeatures& features) {
  std::vector<model::Reason> missing;
  if (features.landlock_abi == 0) {
    missing.push_back({model::ReasonCode::kNoLandlock,
                       "this kernel has no Landlock: code under test may write files"});
  }
  if (features.network == Network::kNone) {
    missing.push_back({model::ReasonCode::kNoNetworkNamespace,
                       features.landlock_abi >= 4
                           ? "no network namespace: only TCP is kept from code under test"
                           : "no network namespace: code under test may reach the network"});
  }
  return missing;
}

Containment::Containment(const fs::path& scratch, const SandboxLimits& limits,
                         const ContainmentFeatures& features)
    : limits_(limits),
      features_(features),
      parent_(getpid()),
      user_map_(MapToItself(geteuid())),
      group_map_(MapToItself(getegid())) {
  if (features.landlock_abi > 0) PrepareLandlock(scratch, features.landlock_abi);
}

void Containment::PrepareLandlock(const fs::path& scratch, int abi) {
  RulesetAttributes attributes;
  attributes.handled_access_fs = HandledFileAccess(abi);
  attributes.handled_access_net = 3;  // bind and connect of TCP, which are allowed nowhere
  attributes.scoped = 3;  // connections to abstract sockets of others; signals to others
  // The kernel makes it close-on-exec.
  ruleset_ = base::Descriptor(
      static_cast<int>(syscall(SYS_landlock_create_ruleset, &attributes, AttributesSize(abi), 0)));
  if (!ruleset_.open()) {
    throw base::Error(fmt::format("cannot set up Landlock: {}", std::strerror(errno)));
  }
  const uint64_t all = attributes.handled_access_fs;
  AllowBeneath(ruleset(), "/", kExecute | kReadFile | kReadDirectory);
  AllowBeneath(ruleset(), scratch, all);
  for (const char* device : kWritableDevices) {
    AllowBeneath(ruleset(), device, all & (kReadFile | kWriteFile | kTruncate | kDeviceControl));
  }
}

bool Containment::SetLimits() const {
  return Limit(RLIMIT_CORE, 0) && Limit(RLIMIT_AS, limits_.memory_bytes) &&
         Limit(RLIMIT_FSIZE, limits_.file_bytes) && Limit(RLIMIT_NOFILE, limits_.open_files) &&
         (features_.network != Network::kUserNamespace || Limit(RLIMIT_NPROC, limits_.processes));
}

bool Containment::Apply() const {
  if (setsid() < 0) return false;
  if (!EnterNamespaces(features_, user_map_, group_map_)) return false;
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
  if (ruleset_.open() && features_.shared_memory && !protocol::AllowSharedMemory(ruleset())) {
    return false;
  }
  if (ruleset_.open() && syscall(SYS_landlock_restrict_self, ruleset(), 0) != 0) return false;
  if (!SetLimits() || !DropCapabilities()) return false;
  // A seccomp filter would belong here, at the end, since the steps above need what it would
  // refuse. PR_SET_PDEATHSIG comes behind the changes of credentials, which clear it; the parent
  // may be gone by now.
  return prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) == 0 && getppid() == parent_;
}

pid_t StartContained(base::Command command, const Containment& containment, int descriptor) {
  command.before_exec = [&] { return fcntl(descriptor, F_SETFD, 0) == 0 && containment.Apply(); };
  const base::Descriptor null(open("/dev/null", O_RDWR | O_CLOEXEC));
  if (!null.open()) return -1;
  return base::Start(command, {null.get(), null.get(), null.get()});
}

std::vector<std::string> MakeEnvironment(const ContainedEnvironment& environment) {
  std::vector<std::string> entries = environment.more;
  const auto pass = [&](const std::string& name) {
    if (const char* value = std::getenv(name.c_str())) {
      entries.push_back(fmt::format("{}={}", name, value));
    }
  };
  for (const char* name : {"PATH", "LANG", "LANGUAGE", "TZ", "VIRTUAL_ENV", "LD_LIBRARY_PATH"}) {
    pass(name);
  }
  for (const char* category :
       {"ALL", "COLLATE", "CTYPE", "MESSAGES", "MONETARY", "NUMERIC", "TIME"}) {
    pass(fmt::format("LC_{}", category));
  }
  const std::string scratch = environment.scratch.string();
  for (const char* name :
       {"HOME", "TMPDIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"}) {
    entries.push_back(fmt::format("{}={}", name, scratch));
  }
  // HOME is replaced, but packages installed with `pip install --user` stay visible.
  if (std::getenv("PYTHONUSERBASE") != nullptr) {
    pass("PYTHONUSERBASE");
  } else if (const char* home = std::getenv("HOME")) {
    entries.push_back(fmt::format("PYTHONUSERBASE={}/.local", home));
  }
  entries.push_back(fmt::format("PYTHONHASHSEED={}", environment.hash_seed));
  entries.push_back("PYTHONDONTWRITEBYTECODE=1");
  if (!environment.python_path.empty()) {
    std::string joined;
    for (const fs::path& folder : environment.python_path) {
      joined += (joined.empty() ? "" : ":") + folder.string();
    }
    entries.push_back("PYTHONPATH=" + joined);
  }
  return entries;
}

}  // namespace skua::worker
