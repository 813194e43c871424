#include "worker/memory_watch.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <fstream>
#include <functional>
#include <optional>
#include <stdexcept>
#include <vector>

#include "base/descriptor.h"

namespace skua::worker {
namespace {

constexpr std::size_t kSome = 96 << 20, kMuch = 160 << 20;

// More than kSome, but less than a few times kMuch, beside what a tree has of this process, with
// which it begins.
std::size_t Most() {
  std::ifstream statm("/proc/self/statm");
  std::size_t pages = 0, resident = 0;
  statm >> pages >> resident;
  return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) + 2 * kSome;
}

// Takes memory until the process ends.
void Take(std::size_t bytes) {
  if (bytes == 0) return;
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) _exit(99);
  std::memset(memory, 1, bytes);
}

// A process that takes memory, and children of it that take some each. They are watched below it.
class Tree {
 public:
  struct Shape {
    std::size_t bytes = 0;
    int children = 0;
    std::size_t bytes_each = 0;
  };
  // `end` says in the middle process with which exit code the tree ends, once all have what they
  // take.
  Tree(const Shape& shape, const std::function<int(const std::vector<pid_t>&)>& end) {
    int ends[2];
    if (pipe(ends) != 0) throw std::runtime_error("no pipe");
    const base::Descriptor reader(ends[0]);
    base::Descriptor writer(ends[1]);
    root_ = fork();
    if (root_ == 0) {
      const pid_t middle = fork();
      if (middle == 0) RunMiddle(shape, end, writer.get());
      writer = {};
      int status = 0;
      waitpid(middle, &status, 0);
      _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 99);
    }
    handle_ = ProcessHandle::OfKnownDescendant(root_, getpid());
    writer = {};
    char byte;
    for (int i = 0; i <= shape.children && read(reader.get(), &byte, 1) == 1;) ++i;
  }
  const ProcessHandle& root() const { return handle_.value(); }
  int ExitCode() const {
    int status = 0;
    waitpid(root_, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

 private:
  [[noreturn]] static void RunMiddle(const Shape& shape,
                                     const std::function<int(const std::vector<pid_t>&)>& end,
                                     int writer) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    Take(shape.bytes);
    std::vector<pid_t> children;
    for (int i = 0; i < shape.children; ++i) {
      children.push_back(fork());
      if (children.back() != 0) continue;
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      Take(shape.bytes_each);
      if (write(writer, "x", 1) != 1) _exit(99);
      close(writer);
      while (true) pause();
    }
    if (write(writer, "x", 1) != 1) _exit(99);
    close(writer);
    _exit(end(children));
  }

  pid_t root_ = -1;
  std::optional<ProcessHandle> handle_;
};

// The signal that ends one of the children.
int AwaitOne(const std::vector<pid_t>&) {
  int status = 0;
  wait(&status);
  return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

TEST(MemoryWatchTest, KillsWhereManyHaveTooMuchTogether) {
  MemoryWatch watch(Most());
  const Tree tree({.children = 4, .bytes_each = kMuch}, AwaitOne);
  watch.Watch(tree.root());
  EXPECT_EQ(tree.ExitCode(), SIGKILL);
  watch.Forget(tree.root());
}

TEST(MemoryWatchTest, LeavesThoseThatShareWhatTheyHave) {
  int go[2];
  ASSERT_EQ(pipe(go), 0);
  const base::Descriptor going(go[0]), goer(go[1]);
  MemoryWatch watch(Most());
  const Tree sharing({.bytes = kSome, .children = 4}, [&](const std::vector<pid_t>& children) {
    char byte;
    const bool may_end = read(going.get(), &byte, 1) == 1;
    int living = 0;
    for (const pid_t child : children) {
      living += waitpid(child, nullptr, WNOHANG) == 0 ? 1 : 0;
    }
    return may_end ? living : 99;
  });
  watch.Watch(sharing.root());
  // By the end of this one, all that is watched was looked at.
  const Tree large({.children = 4, .bytes_each = kMuch}, AwaitOne);
  watch.Watch(large.root());
  EXPECT_EQ(large.ExitCode(), SIGKILL);
  watch.Forget(large.root());
  ASSERT_EQ(write(goer.get(), "x", 1), 1);
  EXPECT_EQ(sharing.ExitCode(), 4);
  watch.Forget(sharing.root());
}

}  // namespace
}  // namespace skua::worker
