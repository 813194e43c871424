#include "worker/bounded_scratch.h"

#include <fmt/format.h>
#include <linux/capability.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <string>

#include "base/error.h"
#include "base/subprocess.h"
#include "worker/id_maps.h"

namespace skua::worker {
namespace {

// Limits the number of files: each takes memory that counts as no process's.
constexpr unsigned kMostFiles = 200'000;

// Returns the folder for temporary files, which code under test sees too.
std::filesystem::path VisibleFolder() {
  std::filesystem::path folder = base::TemporaryFolder();
  const std::string problem = BoundedScratch::ProblemOf(folder);
  if (problem.empty()) return folder;
  throw base::Error(fmt::format("temporary files lie in {}: {}; set TMPDIR to another folder",
                                folder.string(), problem));
}

uint64_t HalfOfMemory() {
  struct sysinfo info {};
  return sysinfo(&info) == 0 ? uint64_t{info.totalram} * info.mem_unit / 2 : 0;
}

// Enables or disables the right to mount, which this process keeps in reserve to unmount.
bool SetMounting(bool in_effect) {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  constexpr uint32_t kMounting = 1u << CAP_SYS_ADMIN;
  std::array<__user_cap_data_struct, 2> sets{};
  sets[0] = {in_effect ? kMounting : 0, kMounting, 0};
  return syscall(SYS_capset, &header, sets.data()) == 0;
}

bool Mount(const std::string& folder, const std::string& options, const IdMaps& maps) {
  const bool is_root = geteuid() == 0;
  if (unshare(CLONE_NEWNS | (is_root ? 0 : CLONE_NEWUSER)) != 0) return false;
  if (!is_root && !maps.Write()) return false;
  // Mounts of other processes are seen here, but not the other way round.
  return mount(nullptr, "/", nullptr, MS_REC | MS_SLAVE, nullptr) == 0 &&
         mount("tmpfs", folder.c_str(), "tmpfs", MS_NOSUID | MS_NODEV, options.c_str()) == 0 &&
         (is_root || SetMounting(false));
}

}  // namespace

std::string BoundedScratch::ProblemOf(const std::filesystem::path& folder) {
  const std::string path = std::filesystem::canonical(folder).string() + "/";
  if (!path.starts_with("/dev/shm/")) return "";
  return "code under test does not see it, since it has a /dev/shm of its own";
}

BoundedScratch::BoundedScratch(uint64_t bytes) : folder_(VisibleFolder()) {
  const std::string folder = path().string();
  const std::string options =
      fmt::format("size={},nr_inodes={},mode=700", std::min(bytes, HalfOfMemory()), kMostFiles);
  const IdMaps maps;
  // Tries in a fork first, since a process cannot leave a namespace that it has entered.
  if (!base::SucceedsInFork([&] { return Mount(folder, options, maps); })) return;
  const int dumpable = prctl(PR_GET_DUMPABLE, 0, 0, 0, 0);
  is_bounded_ = Mount(folder, options, maps);
  prctl(PR_SET_DUMPABLE, dumpable, 0, 0, 0);
}

BoundedScratch::~BoundedScratch() {
  if (!is_bounded_) return;
  if (geteuid() != 0) SetMounting(true);
  umount2(path().c_str(), MNT_DETACH);
  if (geteuid() != 0) SetMounting(false);
}

}  // namespace skua::worker
