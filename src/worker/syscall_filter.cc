#include "worker/syscall_filter.h"

#include <fcntl.h>
#include <linux/seccomp.h>
#include <linux/sockios.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <memory>

#include "base/descriptor.h"
#include "base/error.h"
#include "base/subprocess.h"

namespace skua::worker {
namespace {

constexpr const char* kRefused[] = {
    // Memory, registers and descriptors of other processes.
    "ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "process_mrelease",
    "pidfd_getfd", "kcmp", "perf_event_open", "migrate_pages", "move_pages",
    // Objects that all processes of a user share, and that outlive them.
    "shmget", "shmat", "shmctl", "semget", "semop", "semtimedop", "semctl", "msgget", "msgsnd",
    "msgrcv", "msgctl", "mq_open", "mq_unlink", "mq_notify", "mq_timedsend", "mq_timedreceive",
    "mq_getsetattr", "keyctl", "add_key", "request_key",
    // Namespaces and mounts; files by handles, without a path.
    "mount", "umount", "umount2", "move_mount", "mount_setattr", "open_tree", "fsopen", "fsconfig",
    "fsmount", "fspick", "pivot_root", "chroot", "setns", "unshare", "name_to_handle_at",
    "open_by_handle_at", "fanotify_init",
    // The kernel.
    "bpf", "userfaultfd", "kexec_load", "kexec_file_load", "init_module", "finit_module",
    "delete_module", "create_module", "swapon", "swapoff", "reboot", "acct", "quotactl",
    "quotactl_fd", "syslog", "iopl", "ioperm", "vhangup", "lookup_dcookie", "nfsservctl",
    "settimeofday", "clock_settime", "clock_settime64", "stime", "adjtimex", "clock_adjtime",
    "clock_adjtime64", "sethostname", "setdomainname",
    // A ring bypasses every filter.
    "io_uring_setup", "io_uring_enter", "io_uring_register",
    // Memory that counts as no process's.
    "memfd_create", "memfd_secret"};
// Calls whose first argument is a process, 0 for the caller.
constexpr const char* kOfProcess[] = {"prlimit64", "sched_setscheduler", "sched_setparam",
                                      "sched_setattr", "sched_setaffinity"};
// Calls whose first two arguments are a kind of target and a number, 0 for the caller.
constexpr struct {
  const char* name;
  uint64_t process;
} kOfTarget[] = {{"setpriority", PRIO_PROCESS}, {"ioprio_set", 1}};
// Calls that send a signal to a process in their arguments, and one that uses a descriptor.
constexpr const char* kSignals[] = {"kill", "tkill", "tgkill", "rt_sigqueueinfo",
                                    "rt_tgsigqueueinfo"};
constexpr const char* kSignalByDescriptor = "pidfd_send_signal";
constexpr const char* kOwnersAndAttributes[] = {
    "chown",      "lchown",      "fchown",       "fchownat",     "chown32",
    "lchown32",   "fchown32",    "setxattr",     "lsetxattr",    "fsetxattr",
    "setxattrat", "removexattr", "lremovexattr", "fremovexattr", "removexattrat"};
constexpr uint64_t kNamespaces = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC |
                                 CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET;
constexpr uint64_t kLow = 0xffffffff;  // the lower half of a register, for an int
constexpr uint64_t kTypeOfSocket = 0xf;

class Rules {
 public:
  Rules() : context_(seccomp_init(SCMP_ACT_ALLOW), &seccomp_release) {
    if (!context_) throw base::Error("cannot make a filter of system calls");
#if defined(__x86_64__)
    // Otherwise the same calls could be made by their 32-bit numbers.
    seccomp_arch_add(context_.get(), SCMP_ARCH_X86);
    seccomp_arch_add(context_.get(), SCMP_ARCH_X32);
#elif defined(__aarch64__)
    seccomp_arch_add(context_.get(), SCMP_ARCH_ARM);
#endif
    seccomp_attr_set(context_.get(), SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_ERRNO(EPERM));
    seccomp_attr_set(context_.get(), SCMP_FLTATR_CTL_OPTIMIZE, 2);  // uses a binary tree
  }

  // Refuses a call, unless this version of the library or the machine does not know it.
  template <typename... Conditions>
  void Refuse(const char* name, Conditions... conditions) {
    Add(SCMP_ACT_ERRNO(EPERM), name, conditions...);
  }
  template <typename... Conditions>
  void Add(uint32_t action, const char* name, Conditions... conditions) {
    const int number = seccomp_syscall_resolve_name(name);
    if (number == __NR_SCMP_ERROR) return;
    seccomp_rule_add(context_.get(), action, number, sizeof...(conditions), conditions...);
  }

  std::vector<sock_filter> Compile() const {
    const base::Descriptor file(memfd_create("filter", MFD_CLOEXEC));
    if (!file.open() || seccomp_export_bpf(context_.get(), file.get()) != 0) {
      throw base::Error("cannot make a filter of system calls");
    }
    const off_t size = lseek(file.get(), 0, SEEK_END);
    std::vector<sock_filter> program(static_cast<std::size_t>(size) / sizeof(sock_filter));
    if (pread(file.get(), program.data(), static_cast<std::size_t>(size), 0) != size) {
      throw base::Error("cannot make a filter of system calls");
    }
    return program;
  }

 private:
  std::unique_ptr<void, decltype(&seccomp_release)> context_;
};

void RefuseOthersProcesses(Rules& rules) {
  for (const char* name : kOfProcess) rules.Refuse(name, SCMP_A0(SCMP_CMP_NE, 0));
  for (const auto& [name, process] : kOfTarget) {
    rules.Refuse(name, SCMP_A0(SCMP_CMP_NE, process));
    rules.Refuse(name, SCMP_A0(SCMP_CMP_EQ, process), SCMP_A1(SCMP_CMP_NE, 0));
  }
  // Every process of the user.
  rules.Refuse("kill", SCMP_A0(SCMP_CMP_MASKED_EQ, kLow, kLow));
}

void RefuseNamespaces(Rules& rules) {
  for (uint64_t space = 1; space < kNamespaces << 1; space <<= 1) {
    if ((space & kNamespaces) != 0) {
      rules.Refuse("clone", SCMP_A0(SCMP_CMP_MASKED_EQ, space, space));
    }
  }
  // Its flags are in memory, which a filter cannot read. The C library falls back to clone.
  rules.Add(SCMP_ACT_ERRNO(ENOSYS), "clone3");
}

// Refuses putting text into a terminal as if typed.
void RefuseTyping(Rules& rules) {
  for (const uint64_t request : {uint64_t{TIOCSTI}, uint64_t{TIOCLINUX}}) {
    rules.Refuse("ioctl", SCMP_A1(SCMP_CMP_MASKED_EQ, kLow, request));
  }
}

void RefuseSocketsOfOthers(Rules& rules) {
  rules.Add(SCMP_ACT_ERRNO(EACCES), "connect");
  // The first message may open a connection.
  rules.Add(SCMP_ACT_ERRNO(EACCES), "sendto",
            SCMP_A3(SCMP_CMP_MASKED_EQ, MSG_FASTOPEN, MSG_FASTOPEN));
  rules.Add(SCMP_ACT_ERRNO(EACCES), "sendmsg",
            SCMP_A2(SCMP_CMP_MASKED_EQ, MSG_FASTOPEN, MSG_FASTOPEN));
  rules.Add(SCMP_ACT_ERRNO(EACCES), "sendmmsg",
            SCMP_A3(SCMP_CMP_MASKED_EQ, MSG_FASTOPEN, MSG_FASTOPEN));
  // These sockets send without connect.
  for (const uint64_t type : {SOCK_DGRAM, SOCK_RAW}) {
    rules.Add(SCMP_ACT_ERRNO(EACCES), "socket", SCMP_A1(SCMP_CMP_MASKED_EQ, kTypeOfSocket, type));
  }
}

// Refuses truncation, which Landlock before its ABI 3 allows to readers of a file. Writers can
// still open it for writing or call ftruncate.
void RefuseTruncation(Rules& rules) {
  for (const char* name : {"truncate", "truncate64"}) rules.Refuse(name);
  constexpr uint64_t kHow = O_ACCMODE | O_TRUNC;
  rules.Refuse("open", SCMP_A1(SCMP_CMP_MASKED_EQ, kHow, O_RDONLY | O_TRUNC));
  rules.Refuse("openat", SCMP_A2(SCMP_CMP_MASKED_EQ, kHow, O_RDONLY | O_TRUNC));
  // Its flags are in memory, which a filter cannot read. The C library falls back to openat.
  rules.Add(SCMP_ACT_ERRNO(ENOSYS), "openat2");
}

// Refuses owners of descriptors, whom the kernel signals when data arrives.
void RefuseOwners(Rules& rules) {
  for (const char* name : {"fcntl", "fcntl64"}) {
    for (const uint64_t command : {uint64_t{F_SETOWN}, uint64_t{F_SETOWN_EX}}) {
      rules.Refuse(name, SCMP_A1(SCMP_CMP_MASKED_EQ, kLow, command));
    }
  }
  for (const uint64_t request : {uint64_t{FIOSETOWN}, uint64_t{SIOCSPGRP}}) {
    rules.Refuse("ioctl", SCMP_A1(SCMP_CMP_MASKED_EQ, kLow, request));
  }
}

bool Install(const std::vector<sock_filter>& instructions, unsigned flags) {
  const sock_fprog program{static_cast<unsigned short>(instructions.size()),
                           const_cast<sock_filter*>(instructions.data())};
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program) >= 0;
}

}  // namespace

SyscallFilter::SyscallFilter(Gaps gaps) {
  Rules rules;
  for (const char* name : kRefused) rules.Refuse(name);
  RefuseOthersProcesses(rules);
  RefuseNamespaces(rules);
  RefuseTyping(rules);
  if (gaps.files) {
    for (const char* name : kOwnersAndAttributes) rules.Refuse(name);
  }
  if (gaps.sockets) RefuseSocketsOfOthers(rules);
  if (gaps.truncation) RefuseTruncation(rules);
  if (gaps.processes) RefuseOwners(rules);
  if (gaps.signals) {
    for (const char* name : kSignals) rules.Refuse(name);
    rules.Refuse(kSignalByDescriptor);
  }
  program_ = rules.Compile();
}

SyscallFilter SyscallFilter::OfSignals() {
  Rules rules;
  for (const char* name : kSignals) rules.Add(SCMP_ACT_NOTIFY, name);
  rules.Refuse(kSignalByDescriptor);
  SyscallFilter filter;
  filter.program_ = rules.Compile();
  return filter;
}

bool SyscallFilter::Install() const { return worker::Install(program_, 0); }

std::span<const uint8_t> SyscallFilter::bytes() const {
  return {reinterpret_cast<const uint8_t*>(program_.data()), program_.size() * sizeof(sock_filter)};
}

bool SyscallFilter::Works(unsigned flags) const {
  return base::SucceedsInFork([&] {
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && worker::Install(program_, flags);
  });
}

bool HasSyscallFilters() { return SyscallFilter(SyscallFilter::Gaps{}).Works(); }

bool HasSignalListeners() {
  return SyscallFilter::OfSignals().Works(SECCOMP_FILTER_FLAG_NEW_LISTENER);
}

}  // namespace skua::worker
