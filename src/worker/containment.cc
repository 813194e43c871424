#include "worker/containment.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/capability.h>
#include <linux/landlock.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "base/error.h"
#include "base/files.h"
#include "protocol/shared_memory.h"

namespace skua::worker {
namespace {

namespace fs = std::filesystem;
using Network = ContainmentFeatures::Network;

// Landlock's structure as of ABI 7, whatever headers the build machine has: see
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
using protocol::kDeviceControl;
using protocol::kTruncate;

uint64_t HandledFileAccess(int abi) {
  const int rights = abi >= 5 ? 16 : abi >= 3 ? 15 : abi == 2 ? 14 : 13;
  return (uint64_t{1} << rights) - 1;
}

std::size_t AttributesSize(int abi) { return abi >= 6 ? 24 : abi >= 4 ? 16 : 8; }

// Devices that store nothing.
constexpr const char* kWritableDevices[] = {"/dev/null",    "/dev/zero",   "/dev/full",
                                            "/dev/urandom", "/dev/random", "/dev/ptmx"};
constexpr uint64_t kRead = kExecute | kReadFile | kReadDirectory;

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

// Memory allocated there counts as no process's. Pseudo terminals are included because code opens
// them to run programs; nobody else types into these.
bool MountOwnDevices(bool own_processes) {
  constexpr unsigned long kPlain = MS_NOSUID | MS_NODEV | MS_NOEXEC;
  return mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
         (!own_processes || mount("proc", "/proc", "proc", kPlain, nullptr) == 0) &&
         mount("tmpfs", protocol::kSharedMemory, "tmpfs", kPlain, "size=64m,mode=1777") == 0 &&
         (mount("devpts", protocol::kTerminals, "devpts", MS_NOSUID | MS_NOEXEC,
                "newinstance,ptmxmode=0666,mode=620") == 0 ||
          errno == ENOENT);
}

int SpacesOf(const ContainmentFeatures& features) {
  return CLONE_NEWNET | (features.network == Network::kUserNamespace ? CLONE_NEWUSER : 0) |
         (features.shared_memory ? CLONE_NEWNS : 0) |
         (features.communication ? CLONE_NEWIPC | CLONE_NEWUTS : 0) |
         (features.processes ? CLONE_NEWPID : 0);
}

bool EnterNamespaces(const ContainmentFeatures& features, const IdMaps& maps) {
  if (features.network == Network::kNone) return true;
  return unshare(SpacesOf(features)) == 0 &&
         (features.network == Network::kNamespace || maps.Write());
}

constexpr int kMostDescriptors = 65'536;

// Waits for the first process of a namespace, and ends when it ends. If this process or the engine
// ends first, all processes of the namespace end.
[[noreturn]] void Guard(pid_t first, int engine) {
  // Before Linux 5.9 descriptors are closed one by one.
  const bool are_closed = syscall(SYS_close_range, 0, engine - 1, 0) == 0 &&
                          syscall(SYS_close_range, engine + 1, ~0u, 0) == 0;
  for (int fd = 0; !are_closed && fd < kMostDescriptors; ++fd) {
    if (fd != engine) close(fd);
  }
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  pollfd ended[] = {{static_cast<int>(syscall(SYS_pidfd_open, first, 0)), POLLIN, 0},
                    {engine, POLLIN, 0}};
  while (poll(ended, std::size(ended), -1) < 0 && errno == EINTR) {
  }
  if (ended[0].revents == 0) _exit(0);
  int status = 0;
  while (waitpid(first, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFSIGNALED(status)) {
    signal(WTERMSIG(status), SIG_DFL);
    kill(getpid(), WTERMSIG(status));
  }
  _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 1);
}

// Returns in the first process of the namespace made for this process's children. Returns false if
// there is none.
bool BecomeFirstProcess(pid_t engine) {
  const int engine_handle = static_cast<int>(syscall(SYS_pidfd_open, engine, 0));
  const int own_handle = static_cast<int>(syscall(SYS_pidfd_open, getpid(), 0));
  if (engine_handle < 0 || own_handle < 0 || getppid() != engine) return false;
  // Avoids the C library's fork, which takes locks.
  const long first = syscall(SYS_clone, SIGCHLD, nullptr, nullptr, nullptr, nullptr);
  if (first < 0) return false;
  if (first > 0) Guard(static_cast<pid_t>(first), engine_handle);
  pollfd guard{own_handle, POLLIN, 0};
  const bool is_guarded =
      setsid() >= 0 && prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) == 0 && poll(&guard, 1, 0) == 0;
  close(engine_handle);
  close(own_handle);
  return is_guarded;
}

// Returns whether the limit holds for one namespace; before Linux 6.14 it held for the whole
// machine.
bool HasOwnProcessLimit() {
  utsname name{};
  int major = 0, minor = 0;
  return uname(&name) == 0 && std::sscanf(name.release, "%d.%d", &major, &minor) == 2 &&
         std::pair(major, minor) >= std::pair(6, 14);
}

// Drops capabilities: root, as in a CI job's container, could set the clock or kill any process.
// May keep one, to read a checkout that belongs to another user.
bool DropCapabilities(bool keep_reading) {
  for (int i = 0; i <= CAP_LAST_CAP; ++i) prctl(PR_CAPBSET_DROP, i, 0, 0, 0);
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  std::array<__user_cap_data_struct, 2> sets{};
  if (syscall(SYS_capget, &header, sets.data()) != 0) return false;
  const uint32_t kept = keep_reading ? 1u << CAP_DAC_READ_SEARCH : 0;
  sets[0] = {sets[0].effective & kept, sets[0].permitted & kept, 0};
  sets[1] = {};
  return syscall(SYS_capset, &header, sets.data()) == 0;
}

// Lowers a limit, but not above the hard limit in force.
bool Limit(__rlimit_resource resource, uint64_t value) {
  rlimit limit;
  if (getrlimit(resource, &limit) != 0) return false;
  limit.rlim_max = std::min<rlim_t>(limit.rlim_max, value);
  limit.rlim_cur = limit.rlim_max;
  return setrlimit(resource, &limit) == 0;
}

// Limits open files, but lets a process raise its limit up to kMost, as on other machines.
bool LimitFiles(uint64_t files) {
  constexpr uint64_t kMost = 4096;
  rlimit limit;
  if (!Limit(RLIMIT_NOFILE, std::max(files, kMost))) return false;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return false;
  limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, files);
  return setrlimit(RLIMIT_NOFILE, &limit) == 0;
}

// Process numbers that the kernel never reuses.
constexpr uint32_t kReservedNumbers = 300;

// Allows reading everything visible except hidden files. In a folder above a hidden file, only its
// names may be read.
void AllowReadingBut(int ruleset, const fs::path& path, const std::vector<fs::path>& hidden) {
  if (std::ranges::find(hidden, path) != hidden.end()) return;
  const auto holds = [&](const fs::path& secret) {
    return std::mismatch(path.begin(), path.end(), secret.begin(), secret.end()).first ==
           path.end();
  };
  std::error_code error;
  const bool is_folder = fs::is_directory(path, error);
  if (!is_folder || std::ranges::none_of(hidden, holds)) {
    AllowBeneath(ruleset, path, is_folder ? kRead : kRead & ~kReadDirectory);
    return;
  }
  AllowBeneath(ruleset, path, kReadDirectory);
  for (auto it = fs::directory_iterator(path, error); !error && it != fs::end(it);
       it.increment(error)) {
    if (!it->is_symlink(error)) AllowReadingBut(ruleset, it->path(), hidden);
  }
}

constexpr const char* kAboutMachine[] = {"/proc/cpuinfo", "/proc/filesystems", "/proc/loadavg",
                                         "/proc/meminfo", "/proc/stat",        "/proc/sys",
                                         "/proc/uptime",  "/proc/version",     "/proc/vmstat"};

void AllowReading(int ruleset, const VisibleFiles& files) {
  for (const fs::path& folder : VisibleFolders(files)) {
    AllowReadingBut(ruleset, folder, HiddenFiles(files));
  }
  // Command lines of other processes may hold secrets, and no rule distinguishes processes.
  AllowBeneath(ruleset, "/proc", kReadDirectory);
  for (const char* file : kAboutMachine) {
    AllowBeneath(ruleset, file, fs::is_directory(file) ? kRead : kReadFile);
  }
}

ContainmentFeatures ProbeKernel(const VisibleFiles* files) {
  ContainmentFeatures features;
  const long abi =
      syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  features.landlock_abi = static_cast<int>(std::max(abi, 0L));
  features.syscall_filter = HasSyscallFilters();
  const base::ScratchFolder scratch;
  const auto works = [&] {
    ContainmentFeatures alone = features;
    alone.landlock_abi = 0;
    alone.syscall_filter = false;
    const Containment containment(scratch.path(), {}, alone, files);
    return base::SucceedsInFork([&] { return containment.Apply() == nullptr; });
  };
  constexpr bool ContainmentFeatures::*kParts[] = {
      &ContainmentFeatures::communication, &ContainmentFeatures::shared_memory,
      &ContainmentFeatures::processes, &ContainmentFeatures::file_view};
  const auto set = [&](Network network, bool all) {
    features.network = network;
    for (const auto part : kParts) features.*part = all;
    features.file_view = all && files != nullptr;
  };
  for (const Network network : {Network::kNamespace, Network::kUserNamespace}) {
    set(network, true);
    if (works()) return features;
  }
  // A feature was refused, so tries each one with those granted before.
  for (const Network network : {Network::kNamespace, Network::kUserNamespace, Network::kNone}) {
    set(network, false);
    if (network == Network::kNone) return features;
    if (works()) break;
  }
  for (const auto part : kParts) {
    if (part == &ContainmentFeatures::file_view && files == nullptr) break;
    features.*part = true;
    features.*part = works();
    if (part == &ContainmentFeatures::shared_memory && !(features.*part)) break;
  }
  return features;
}

}  // namespace

ContainmentFeatures ProbeContainment(const VisibleFiles* files) {
  ContainmentFeatures features = ProbeKernel(files);
  // Kernels without Landlock may be too old for a listener to let a call continue.
  features.judged_signals = !HidesFromSignals(features) && features.landlock_abi > 0 &&
                            features.syscall_filter && HasSignalListeners();
  return features;
}

bool HidesFromSignals(const ContainmentFeatures& features) {
  return features.processes || features.landlock_abi >= kScopesSignals;
}

std::vector<model::Reason> MissingContainment(const ContainmentFeatures& features) {
  std::vector<model::Reason> missing;
  if (features.landlock_abi == 0 && !features.file_view) {
    missing.push_back({model::ReasonCode::kNoLandlock,
                       "this kernel has no Landlock: code under test may write files"});
  }
  if (features.network == Network::kNone && !features.syscall_filter) {
    missing.push_back({model::ReasonCode::kNoNetworkNamespace,
                       features.landlock_abi >= 4
                           ? "no network namespace: only TCP is kept from code under test"
                           : "no network namespace: code under test may reach the network"});
  }
  return missing;
}

Containment::Containment(const fs::path& scratch, const SandboxLimits& limits,
                         const ContainmentFeatures& features, const VisibleFiles* files, Use use)
    : limits_(limits), features_(features), parent_(getpid()) {
  features_.file_view = features.file_view && files != nullptr;
  if (features_.landlock_abi > 0) PrepareLandlock(scratch, files, features_.landlock_abi);
  if (use == Use::kWithin) return;
  if (features_.processes && HasOwnProcessLimit()) {
    process_limit_ = std::to_string(kReservedNumbers + limits.processes);
  }
  if (files != nullptr && geteuid() == 0) {
    struct stat status {};
    keeps_reading_ = stat(files->project_root.c_str(), &status) == 0 && status.st_uid != 0;
  }
  if (features_.file_view) {
    mount_point_ = scratch / ".root";
    std::error_code ignored;
    fs::create_directory(mount_point_, ignored);
    view_.emplace(*files, scratch, mount_point_);
  }
  if (features_.syscall_filter) {
    filter_.emplace(SyscallFilter::Gaps{
        .files = !features_.file_view,
        .sockets = !features_.file_view,
        .truncation = !features_.file_view && features_.landlock_abi < kKeepsFromTruncating,
        .processes = !HidesFromSignals(features_),
        .signals = !HidesFromSignals(features_) && use == Use::kAlone});
  }
}

Containment::~Containment() {
  std::error_code ignored;
  if (!mount_point_.empty()) fs::remove(mount_point_, ignored);
}

void Containment::PrepareLandlock(const fs::path& scratch, const VisibleFiles* files, int abi) {
  RulesetAttributes attributes;
  attributes.handled_access_fs = HandledFileAccess(abi);
  attributes.handled_access_net = 3;  // bind and connect of TCP, which no rule allows
  attributes.scoped = 3;  // connections to abstract sockets, and signals, of other processes
  // The kernel makes the descriptor close-on-exec.
  ruleset_ = base::Descriptor(
      static_cast<int>(syscall(SYS_landlock_create_ruleset, &attributes, AttributesSize(abi), 0)));
  if (!ruleset_.open()) {
    throw base::Error(fmt::format("cannot set up Landlock: {}", std::strerror(errno)));
  }
  const uint64_t all = attributes.handled_access_fs;
  if (files == nullptr || features_.file_view) {
    AllowBeneath(ruleset(), "/", kRead);
  } else {
    AllowReading(ruleset(), *files);
  }
  AllowBeneath(ruleset(), scratch, all);
  for (const char* device : kWritableDevices) {
    AllowBeneath(ruleset(), device, all & (kReadFile | kWriteFile | kTruncate | kDeviceControl));
  }
}

bool Containment::SetLimits() const {
  return Limit(RLIMIT_CORE, 0) && Limit(RLIMIT_AS, limits_.memory_bytes) &&
         Limit(RLIMIT_FSIZE, limits_.file_bytes) && LimitFiles(limits_.open_files) &&
         (features_.network != Network::kUserNamespace || Limit(RLIMIT_NPROC, limits_.processes));
}

// Mounts the process's own devices and files, and limits processes, as far as namespaces allow.
bool Containment::EnterPlaces() const {
  if (view_) {
    if (!view_->Enter(features_.processes, process_limit_)) return false;
  } else if (features_.shared_memory && !MountOwnDevices(features_.processes)) {
    return false;
  }
  return true;
}

bool Containment::RestrictFiles() const {
  if (!ruleset_.open()) return true;
  if (features_.shared_memory) {
    protocol::AllowTerminalsAndProcesses(ruleset());
    if (!protocol::AllowSharedMemory(ruleset())) return false;
  }
  if (view_ && !protocol::AllowReadingRoot(ruleset())) return false;
  return syscall(SYS_landlock_restrict_self, ruleset(), 0) == 0;
}

// `parent`: 0 for the first process of a namespace, which does not see its parent.
static bool EndWithParent(pid_t parent) {
  return prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) == 0 && (parent == 0 || getppid() == parent);
}

const char* Containment::Apply() const {
  errno = 0;
  if (setsid() < 0) return "begin a session";
  if (!EnterNamespaces(features_, id_maps_)) return "enter namespaces";
  const bool is_first = features_.network != Network::kNone && features_.processes;
  if (is_first && !BecomeFirstProcess(parent_)) return "begin a namespace of processes";
  if (!EnterPlaces()) return "mount the files that it may see";
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return "renounce new privileges";
  if (!RestrictFiles()) return "restrict itself by Landlock";
  if (!SetLimits()) return "limit itself";
  if (!DropCapabilities(keeps_reading_)) return "drop capabilities";
  // The filter comes last, since it refuses calls of the steps above. PR_SET_PDEATHSIG comes after
  // changes of credentials, which clear it; the parent may have ended by now.
  if (!EndWithParent(is_first ? 0 : parent_)) return "end with its parent";
  return !filter_ || filter_->Install() ? nullptr : "install a filter of system calls";
}

base::Started StartContained(base::Command command, const Containment& containment, int descriptor,
                             const fs::path& errors) {
  command.before_exec = [&] {
    return fcntl(descriptor, F_SETFD, 0) == 0 ? containment.Apply() : "keep its socket";
  };
  const base::Descriptor null(open("/dev/null", O_RDWR | O_CLOEXEC));
  if (!null.open()) {
    return {-1, fmt::format("cannot open /dev/null for it: {}", std::strerror(errno))};
  }
  const base::Descriptor file(
      errors.empty() ? -1 : open(errors.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  return base::Start(command, {null.get(), null.get(), file.open() ? file.get() : null.get()});
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
