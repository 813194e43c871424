#include "worker/bounded_scratch.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

#include "base/files.h"
#include "worker/containment.h"

namespace skua::worker {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kBytes = 1 << 20;
constexpr unsigned kNobody = 65534;

// The scratch moves its process into namespaces, which the tests' own is kept out of. The exit
// status of the process: 0 where it found all as it should be.
int StatusOf(const std::function<int()>& found) {
  const pid_t pid = fork();
  if (pid == 0) _exit(found());
  int status = -1;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// Two megabytes into one: the number of what is wrong.
int FillsUp() {
  const ContainmentFeatures before = ProbeContainment();
  fs::path folder;
  {
    const BoundedScratch scratch(kBytes);
    if (!scratch.is_bounded()) return 77;
    folder = scratch.path();
    std::ofstream file(folder / "file", std::ios::binary);
    for (int i = 0; i < 32 && file; ++i) file << std::string(64 << 10, 'x') << std::flush;
    if (file) return 1;
    if (fs::file_size(folder / "file") > kBytes) return 2;
    const ContainmentFeatures within = ProbeContainment();
    if (within.network != before.network || within.processes != before.processes ||
        within.shared_memory != before.shared_memory) {
      return 3;
    }
  }
  return fs::exists(folder) ? 4 : 0;
}

TEST(BoundedScratch, TakesNoMoreThanItIsMadeFor) {
  const int status = StatusOf(FillsUp);
  if (status == 77) GTEST_SKIP() << "no mounts here";
  EXPECT_EQ(status, 0);
}

TEST(BoundedScratch, IsTheSameForAUserWhoIsNotRoot) {
  if (geteuid() != 0) GTEST_SKIP() << "the test above runs as this user";
  const int status = StatusOf([] {
    return setresgid(kNobody, kNobody, kNobody) == 0 && setresuid(kNobody, kNobody, kNobody) == 0
               ? FillsUp()
               : 78;
  });
  if (status == 77) GTEST_SKIP() << "no mounts for users here";
  EXPECT_EQ(status, 0);
}

TEST(BoundedScratch, HoldsNothingWhenItsProcessIsKilled) {
  const base::ScratchFolder place;
  setenv("TMPDIR", place.path().c_str(), 1);
  const int status = StatusOf([] {
    const BoundedScratch scratch(kBytes);
    if (!scratch.is_bounded()) return 77;
    base::WriteFileAtomically(scratch.path() / "file", "text");
    kill(getpid(), SIGKILL);
    return 1;
  });
  unsetenv("TMPDIR");
  if (status == 77) GTEST_SKIP() << "no mounts here";
  ASSERT_FALSE(fs::is_empty(place.path()));  // the folder itself, which a later run removes
  for (const auto& folder : fs::directory_iterator(place.path())) {
    EXPECT_TRUE(fs::is_empty(folder)) << folder;
  }
}

}  // namespace
}  // namespace skua::worker
