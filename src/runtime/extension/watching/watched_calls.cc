#include "runtime/extension/watching/watched_calls.h"

#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <iterator>
#include <vector>

#include "runtime/extension/watching/architecture.h"
#include "runtime/extension/watching/watched_call_table.h"

// long skua_make_call(long number, const long* six_arguments). The filter allows calls made at this
// one instruction.
extern "C" {
[[gnu::visibility("hidden")]] long skua_make_call(long number, const long* arguments);
[[gnu::visibility("hidden")]] extern const char skua_call_made[];
}
#if defined(__x86_64__)
asm(R"(
  .pushsection .text
  .hidden skua_make_call
  .hidden skua_call_made
  .globl skua_make_call
  .globl skua_call_made
  .type skua_make_call, @function
skua_make_call:
  mov %rdi, %rax
  mov %rsi, %rcx
  mov 0(%rcx), %rdi
  mov 8(%rcx), %rsi
  mov 16(%rcx), %rdx
  mov 24(%rcx), %r10
  mov 32(%rcx), %r8
  mov 40(%rcx), %r9
  syscall
skua_call_made:
  ret
  .popsection
)");
#elif defined(__aarch64__)
asm(R"(
  .pushsection .text
  .hidden skua_make_call
  .hidden skua_call_made
  .globl skua_make_call
  .globl skua_call_made
  .type skua_make_call, %function
skua_make_call:
  mov x8, x0
  mov x9, x1
  ldp x0, x1, [x9]
  ldp x2, x3, [x9, #16]
  ldp x4, x5, [x9, #32]
  svc #0
skua_call_made:
  ret
  .popsection
)");
#endif

// Declarations of CPython's pymem.h that the Limited API lacks, unchanged since version 3.5.
extern "C" {
struct PyMemAllocatorEx {
  void* ctx;
  void* (*malloc)(void* ctx, std::size_t size);
  void* (*calloc)(void* ctx, std::size_t count, std::size_t size);
  void* (*realloc)(void* ctx, void* block, std::size_t size);
  void (*free)(void* ctx, void* block);
};
void PyMem_GetAllocator(int domain, PyMemAllocatorEx* allocator);
void PyMem_SetAllocator(int domain, PyMemAllocatorEx* allocator);
}

namespace skua::runtime {
namespace {

// Shared with the handler, which may run in any thread.
std::atomic<bool> watching = false;
std::atomic<bool> expects_child = false;
std::atomic<const char*> noted = nullptr;
char own_folder[PATH_MAX] = "";

template <typename... Arguments>
long Make(long number, Arguments... arguments) {
  const long six[6] = {static_cast<long>(arguments)...};
  return skua_make_call(number, six);
}

// EXDEV comes from the sandbox's mounts, which split one outside device.
bool WasRefused(long result) {
  return result == -EPERM || result == -EACCES || result == -EROFS || result == -EXDEV;
}

// Writes a number in decimal, and a terminating zero. Async-signal-safe.
void WriteNumber(unsigned number, char* text) {
  char digits[12];
  int count = 0;
  do {
    digits[count++] = static_cast<char>('0' + number % 10);
    number /= 10;
  } while (number > 0);
  while (count > 0) *text++ = digits[--count];
  *text = '\0';
}

// Reads the path of a descriptor, or of the current folder for a negative one; empty if unknown.
// Async-signal-safe.
void ReadPath(int descriptor, char (&path)[PATH_MAX]) {
  char link[32] = "/proc/self/cwd";
  if (descriptor >= 0) {
    std::strcpy(link, "/proc/self/fd/");
    WriteNumber(static_cast<unsigned>(descriptor), link + std::strlen(link));
  }
  const long length = Make(SYS_readlinkat, AT_FDCWD, reinterpret_cast<long>(link),
                           reinterpret_cast<long>(path), PATH_MAX - 1);
  path[length > 0 ? length : 0] = '\0';
}

bool StartsWith(const char* text, const char* start, std::size_t length) {
  return length > 0 && std::strncmp(text, start, length) == 0;
}

// Returns whether the path, in `folder` if it is relative, is in the test's own folder.
bool IsOwn(const char* folder, const char* path) {
  const std::size_t own = std::strlen(own_folder);
  const char* whole = path[0] == '/' ? path : folder;
  return StartsWith(whole, own_folder, own) && (whole[own] == '/' || whole[own] == '\0') &&
         std::strstr(path, "..") == nullptr;
}

bool MakesFolder(long number) {
#ifdef SYS_mkdir
  if (number == SYS_mkdir) return true;
#endif
  return number == SYS_mkdirat;
}

bool ChangedFile(const WatchedCall& call, const long* arguments, long result) {
  const bool is_missing = result == -ENOENT;
  // An earlier test may have made the file. A folder is often made again on purpose.
  const bool exists = result == -EEXIST && !MakesFolder(call.number);
  if (result < 0 && !is_missing && !exists && !WasRefused(result)) return false;
  char folder[PATH_MAX] = "";
  const char* path = call.path >= 0 ? reinterpret_cast<const char*>(arguments[call.path]) : nullptr;
  const bool names_path = path != nullptr && path[0] != '\0';
  if (!names_path || path[0] != '/') {
    ReadPath(call.folder >= 0 ? static_cast<int>(arguments[call.folder]) : AT_FDCWD, folder);
  }
  if (!names_path) path = folder;
  if (IsOwn(folder, path)) return false;
  // A missing file may only be hidden here.
  if (is_missing) return names_path && path[0] == '/';
  if (WasRefused(result)) return true;
  // Temporary files are in folders for them, and named by absolute paths. A file named by a
  // descriptor was opened before.
  return names_path && (path[0] != '/' || StartsWith(path, "/dev/shm/", 9));
}

// Returns whether an address is outside: not a socket of the kernel, or of the C library's cache of
// users, which it asks by itself.
bool LeadsOut(const sockaddr* address, long result) {
  constexpr const char kNames[] = "/var/run/nscd/";
  if (address == nullptr || result == -EFAULT || address->sa_family == AF_NETLINK) return false;
  return address->sa_family != AF_UNIX || !StartsWith(address->sa_data, kNames, sizeof kNames - 1);
}

// Returns whether the thread belongs to another process, or is 0: this process.
bool IsLasting(long task) {
  if (task == 0) return true;
  char path[32] = "/proc/self/task/";
  WriteNumber(static_cast<unsigned>(task), path + std::strlen(path));
  return Make(SYS_faccessat, AT_FDCWD, reinterpret_cast<long>(path), F_OK) != 0;
}

bool ReachesOut(const WatchedCall& call, const long* arguments, long result) {
  switch (call.reach) {
    case Reach::kAlways:
      return true;
    case Reach::kRefused:
      return WasRefused(result);
    case Reach::kPath:
      return ChangedFile(call, arguments, result);
    case Reach::kAddress:
      return LeadsOut(reinterpret_cast<const sockaddr*>(arguments[call.path]), result);
    case Reach::kMessage: {
      const auto* message = reinterpret_cast<const msghdr*>(arguments[call.path]);
      return result != -EFAULT && LeadsOut(static_cast<const sockaddr*>(message->msg_name), result);
    }
    case Reach::kTask:
      return IsLasting(arguments[0]);
    case Reach::kChild:
      return !expects_child && (call.number == SYS_wait4 ? result > 0 : result == 0);
  }
  return true;
}

void Note(const char* what) {
  if (watching && noted == nullptr) noted = what;
}

void OnLargeFile(int) { Note("a file that is too large"); }

// The allocator for large blocks, which all others use; records each refusal.
PyMemAllocatorEx allocator;
void* Noted(void* block) {
  if (block == nullptr) Note("more memory than there is");
  return block;
}
void* Allocate(void*, std::size_t size) { return Noted(allocator.malloc(allocator.ctx, size)); }
void* AllocateZeros(void*, std::size_t count, std::size_t size) {
  return Noted(allocator.calloc(allocator.ctx, count, size));
}
void* Reallocate(void*, void* block, std::size_t size) {
  return Noted(allocator.realloc(allocator.ctx, block, size));
}
void Free(void*, void* block) { allocator.free(allocator.ctx, block); }

void WatchMemory() {
  constexpr int kRaw = 0;  // PYMEM_DOMAIN_RAW
  if (allocator.malloc != nullptr) return;
  PyMem_GetAllocator(kRaw, &allocator);
  PyMemAllocatorEx watched{nullptr, Allocate, AllocateZeros, Reallocate, Free};
  PyMem_SetAllocator(kRaw, &watched);
}

constexpr int kByFilter = 1;  // SYS_SECCOMP of the kernel's siginfo.h

void OnCall(int, siginfo_t* info, void* context) {
  if (info->si_code != kByFilter) return;
  auto& machine = static_cast<ucontext_t*>(context)->uc_mcontext;
  // A call by the number of another table, which 32-bit programs use: it is not made.
  const bool is_foreign = info->si_arch != kArchitecture;
#if defined(__x86_64__)
  const auto of = [&](int name) { return static_cast<long>(machine.gregs[name]); };
  const long arguments[6] = {of(REG_RDI), of(REG_RSI), of(REG_RDX),
                             of(REG_R10), of(REG_R8),  of(REG_R9)};
  const long result = is_foreign ? -EPERM : skua_make_call(info->si_syscall, arguments);
  machine.gregs[REG_RAX] = result;
#elif defined(__aarch64__)
  long arguments[6];
  for (int i = 0; i < 6; ++i) arguments[i] = static_cast<long>(machine.regs[i]);
  const long result = is_foreign ? -EPERM : skua_make_call(info->si_syscall, arguments);
  machine.regs[0] = static_cast<unsigned long>(result);
#endif
  if (!watching || noted != nullptr) return;
  if (is_foreign) noted = "call of another architecture";
  for (const WatchedCall& call : kWatchedCalls) {
    if (noted == nullptr && call.number == info->si_syscall && ReachesOut(call, arguments, result))
      noted = call.name;
  }
}

constexpr uint32_t OffsetOfArgument(int index) {
  return static_cast<uint32_t>(offsetof(seccomp_data, args) + sizeof(uint64_t) * index);
}

sock_filter Load(std::size_t offset) {
  return BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<uint32_t>(offset));
}

sock_filter Return(uint32_t action) { return BPF_STMT(BPF_RET | BPF_K, action); }

sock_filter JumpIf(uint16_t test, uint32_t value, uint8_t so, uint8_t otherwise) {
  return BPF_JUMP(static_cast<uint16_t>(BPF_JMP | BPF_K | test), value, so, otherwise);
}

// Classic BPF over struct seccomp_data; see Documentation/userspace-api/seccomp_filter.rst of the
// kernel. The end of the program tests at which instruction the call was made.
std::vector<sock_filter> Filter() {
  std::vector<sock_filter> program;
  std::vector<std::size_t> to_end;  // jumps to the end
  const auto add = [&](std::initializer_list<sock_filter> instructions) {
    program.insert(program.end(), instructions);
  };
  add({Load(offsetof(seccomp_data, arch)), JumpIf(BPF_JEQ, kArchitecture, 1, 0),
       Return(SECCOMP_RET_TRAP), Load(offsetof(seccomp_data, nr))});
  for (const WatchedCall& call : kWatchedCalls) {
    const auto number = static_cast<uint32_t>(call.number);
    if (call.when == When::kAlways) {
      to_end.push_back(program.size());
      add({JumpIf(BPF_JEQ, number, 0, 0)});
      continue;
    }
    const uint16_t test = call.when == When::kBits ? BPF_JSET : BPF_JEQ;
    to_end.push_back(program.size() + 2);
    add({JumpIf(BPF_JEQ, number, 0, 3), Load(OffsetOfArgument(call.argument)),
         JumpIf(test, call.value, 0, 0), Load(offsetof(seccomp_data, nr))});
  }
  add({Return(SECCOMP_RET_ALLOW)});
  for (const std::size_t jump : to_end) {
    program[jump].jt = static_cast<uint8_t>(program.size() - jump - 1);
  }
  const auto place = reinterpret_cast<uint64_t>(skua_call_made);
  constexpr std::size_t kPlace = offsetof(seccomp_data, instruction_pointer);
  add({Load(kPlace), JumpIf(BPF_JEQ, static_cast<uint32_t>(place), 1, 0), Return(SECCOMP_RET_TRAP),
       Load(kPlace + sizeof(uint32_t)), JumpIf(BPF_JEQ, static_cast<uint32_t>(place >> 32), 1, 0),
       Return(SECCOMP_RET_TRAP), Return(SECCOMP_RET_ALLOW)});
  return program;
}
// Jumps forward span at most 255 instructions.
static_assert(std::size(kWatchedCalls) + 3 * 8 < 200);

}  // namespace

bool WatchedCalls::Install() {
  WatchMemory();
  struct sigaction too_large {};
  too_large.sa_handler = OnLargeFile;
  too_large.sa_flags = SA_RESTART;
  if (sigaction(SIGXFSZ, &too_large, nullptr) != 0) return false;
  struct sigaction action {};
  action.sa_sigaction = OnCall;
  action.sa_flags = SA_SIGINFO | SA_NODEFER;
  if (sigaction(SIGSYS, &action, nullptr) != 0) return false;
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
  std::vector<sock_filter> instructions = Filter();
  const sock_fprog program{static_cast<unsigned short>(instructions.size()), instructions.data()};
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0;
}

void WatchedCalls::Watch(bool watches) {
  if (watches) {
    noted = nullptr;
    expects_child = false;
  }
  watching = watches;
}

void WatchedCalls::SetOwnFolder(std::string_view path) {
  if (path.size() < sizeof own_folder) own_folder[path.copy(own_folder, path.size())] = '\0';
}

void WatchedCalls::ExpectChild() { expects_child = true; }

const char* WatchedCalls::Take() { return noted.exchange(nullptr); }

}  // namespace skua::runtime
