// The system calls that watched_calls.h notices, and the conditions under which each reaches
// outside.
#pragma once

#include <fcntl.h>
#include <linux/sockios.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>

#include <cstdint>

namespace skua::runtime {

// The condition under which a call reaches outside.
enum class Reach : uint8_t {
  kAlways,   // whatever its result
  kRefused,  // if it is refused
  kPath,     // if it changes a file outside of the test's own folder
  kAddress,  // if it sends to an outside address
  kMessage,  // as kAddress, in a msghdr
  kTask,     // if it changes a thread of another process
  kChild,    // if a process ended that was started without an event
};
enum class When : uint8_t { kAlways, kBits, kEquals };

struct WatchedCall {
  long number;
  const char* name;
  Reach reach = Reach::kAlways;
  // Indices of arguments: of the path and of the descriptor that it is relative to, or -1; of the
  // address.
  int8_t path = -1, folder = -1;
  // The filter tests bits of an argument's lower half, or its value.
  When when = When::kAlways;
  int8_t argument = 0;
  uint32_t value = 0;
};

constexpr uint32_t kPointer = 0xffffffff;
constexpr uint32_t kWriting = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC;

#define SKUA_CALL(name) SYS_##name, #name
constexpr WatchedCall kWatchedCalls[] = {
    // Other processes, and shared resources.
    {SKUA_CALL(kill)},
    {SKUA_CALL(tkill)},
    {SKUA_CALL(rt_sigqueueinfo)},
    {SKUA_CALL(pidfd_send_signal)},
    {SKUA_CALL(ptrace)},
    {SKUA_CALL(process_vm_readv)},
    {SKUA_CALL(process_vm_writev)},
    {SKUA_CALL(prlimit64), Reach::kAlways, -1, -1, When::kBits, 2, kPointer},
    {SKUA_CALL(setrlimit)},
    {SKUA_CALL(setpriority)},
    {SKUA_CALL(ioprio_set)},
    {SKUA_CALL(sched_setscheduler)},
    {SKUA_CALL(sched_setparam)},
    {SKUA_CALL(sched_setattr)},
    {SKUA_CALL(sched_setaffinity), Reach::kTask},
    {SKUA_CALL(wait4), Reach::kChild},
    {SKUA_CALL(waitid), Reach::kChild},
    {SKUA_CALL(shmget)},
    {SKUA_CALL(shmat)},
    {SKUA_CALL(shmctl)},
    {SKUA_CALL(semget)},
    {SKUA_CALL(semop)},
    {SKUA_CALL(semtimedop)},
    {SKUA_CALL(semctl)},
    {SKUA_CALL(msgget)},
    {SKUA_CALL(msgsnd)},
    {SKUA_CALL(msgrcv)},
    {SKUA_CALL(msgctl)},
    {SKUA_CALL(mq_open)},
    {SKUA_CALL(mq_unlink)},
    {SKUA_CALL(keyctl)},
    {SKUA_CALL(add_key)},
    {SKUA_CALL(request_key)},
    // Properties of this process that pytest needs.
    {SKUA_CALL(setsid)},
    {SKUA_CALL(setpgid)},
    {SKUA_CALL(setuid)},
    {SKUA_CALL(setgid)},
    {SKUA_CALL(setreuid)},
    {SKUA_CALL(setregid)},
    {SKUA_CALL(setresuid)},
    {SKUA_CALL(setresgid)},
    {SKUA_CALL(setfsuid)},
    {SKUA_CALL(setfsgid)},
    {SKUA_CALL(setgroups)},
    {SKUA_CALL(capset)},
    {SKUA_CALL(unshare)},
    {SKUA_CALL(setns)},
    {SKUA_CALL(chroot)},
    {SKUA_CALL(pivot_root)},
    // The machine.
    {SKUA_CALL(mount)},
    {SKUA_CALL(umount2)},
    {SKUA_CALL(sethostname)},
    {SKUA_CALL(setdomainname)},
    {SKUA_CALL(settimeofday)},
    {SKUA_CALL(clock_settime)},
    {SKUA_CALL(adjtimex)},
    {SKUA_CALL(clock_adjtime)},
    {SKUA_CALL(bpf)},
    {SKUA_CALL(init_module)},
    {SKUA_CALL(finit_module)},
    {SKUA_CALL(delete_module)},
    {SKUA_CALL(kexec_load)},
    {SKUA_CALL(swapon)},
    {SKUA_CALL(swapoff)},
    {SKUA_CALL(reboot)},
    {SKUA_CALL(acct)},
    {SKUA_CALL(quotactl)},
    {SKUA_CALL(syslog)},
    {SKUA_CALL(vhangup)},
    {SKUA_CALL(ioctl), Reach::kAlways, -1, -1, When::kEquals, 1, TIOCSTI},
    // Receivers of the kernel's signals when data arrives.
    {SKUA_CALL(ioctl), Reach::kAlways, -1, -1, When::kEquals, 1, FIOSETOWN},
    {SKUA_CALL(ioctl), Reach::kAlways, -1, -1, When::kEquals, 1, SIOCSPGRP},
    {SKUA_CALL(fcntl), Reach::kAlways, -1, -1, When::kEquals, 1, F_SETOWN},
    {SKUA_CALL(fcntl), Reach::kAlways, -1, -1, When::kEquals, 1, F_SETOWN_EX},
    // Sockets.
    {SKUA_CALL(socket), Reach::kRefused},
    {SKUA_CALL(connect), Reach::kAddress, 1},
    {SKUA_CALL(bind), Reach::kAddress, 1},
    {SKUA_CALL(sendto), Reach::kAddress, 4, -1, When::kBits, 4, kPointer},
    {SKUA_CALL(sendmsg), Reach::kMessage, 1},
    {SKUA_CALL(sendmmsg), Reach::kMessage, 1},
    // Files.
    {SKUA_CALL(openat), Reach::kPath, 1, 0, When::kBits, 2, kWriting},
    {SKUA_CALL(openat2), Reach::kRefused},
    {SKUA_CALL(name_to_handle_at)},
    {SKUA_CALL(open_by_handle_at)},
    {SKUA_CALL(mknodat), Reach::kPath, 1, 0},
    {SKUA_CALL(mkdirat), Reach::kPath, 1, 0},
    {SKUA_CALL(unlinkat), Reach::kPath, 1, 0},
    {SKUA_CALL(renameat), Reach::kPath, 3, 2},
    {SKUA_CALL(renameat2), Reach::kPath, 3, 2},
    {SKUA_CALL(linkat), Reach::kPath, 3, 2},
    {SKUA_CALL(symlinkat), Reach::kPath, 2, 1},
    {SKUA_CALL(truncate), Reach::kPath, 0},
    {SKUA_CALL(fchmodat), Reach::kPath, 1, 0},
    {SKUA_CALL(fchmod), Reach::kPath, -1, 0},
    {SKUA_CALL(fchownat), Reach::kPath, 1, 0},
    {SKUA_CALL(fchown), Reach::kPath, -1, 0},
    {SKUA_CALL(utimensat), Reach::kPath, 1, 0},
    {SKUA_CALL(setxattr), Reach::kPath, 0},
    {SKUA_CALL(lsetxattr), Reach::kPath, 0},
    {SKUA_CALL(fsetxattr), Reach::kPath, -1, 0},
    {SKUA_CALL(removexattr), Reach::kPath, 0},
    {SKUA_CALL(lremovexattr), Reach::kPath, 0},
    {SKUA_CALL(fremovexattr), Reach::kPath, -1, 0},
#if defined(__x86_64__)
    {SKUA_CALL(open), Reach::kPath, 0, -1, When::kBits, 1, kWriting},
    {SKUA_CALL(creat), Reach::kPath, 0},
    {SKUA_CALL(mknod), Reach::kPath, 0},
    {SKUA_CALL(mkdir), Reach::kPath, 0},
    {SKUA_CALL(rmdir), Reach::kPath, 0},
    {SKUA_CALL(unlink), Reach::kPath, 0},
    {SKUA_CALL(rename), Reach::kPath, 1},
    {SKUA_CALL(link), Reach::kPath, 1},
    {SKUA_CALL(symlink), Reach::kPath, 1},
    {SKUA_CALL(chmod), Reach::kPath, 0},
    {SKUA_CALL(chown), Reach::kPath, 0},
    {SKUA_CALL(lchown), Reach::kPath, 0},
    {SKUA_CALL(utime), Reach::kPath, 0},
    {SKUA_CALL(utimes), Reach::kPath, 0},
    {SKUA_CALL(futimesat), Reach::kPath, 1, 0},
#endif
#ifdef SYS_fchmodat2
    {SKUA_CALL(fchmodat2), Reach::kPath, 1, 0},
#endif
};
#undef SKUA_CALL

}  // namespace skua::runtime
