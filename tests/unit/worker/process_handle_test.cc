#include "worker/process_handle.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <stdexcept>

#include "base/descriptor.h"

namespace skua::worker {
namespace {

using namespace std::chrono_literals;

// A process that waits to be killed.
pid_t Forked() {
  const pid_t pid = fork();
  if (pid == 0) {
    while (true) pause();
  }
  return pid;
}

int SignalThatEnded(pid_t pid) {
  int status = 0;
  waitpid(pid, &status, 0);
  return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

// Reads a number that a descendant writes.
class Pipe {
 public:
  Pipe() {
    int fds[2];
    if (pipe(fds) != 0) throw std::runtime_error("no pipe");
    reader = base::Descriptor(fds[0]);
    writer = base::Descriptor(fds[1]);
  }
  void Write(pid_t pid) {
    if (write(writer.get(), &pid, sizeof pid) != sizeof pid) _exit(1);
  }
  pid_t Read() {
    pid_t pid = 0;
    return read(reader.get(), &pid, sizeof pid) == sizeof pid ? pid : 0;
  }
  base::Descriptor reader, writer;
};

TEST(ProcessHandleTest, IsOfNoProcessThatTheKernelDoesNotKnowAsADescendant) {
  for (const pid_t pid : {0, 1, -1, -5, getpid(), getppid(), 0x7fffffff}) {
    EXPECT_FALSE(ProcessHandle::OfDescendant(pid, getpid())) << pid;
  }
  const pid_t one = Forked(), other = Forked();
  EXPECT_FALSE(ProcessHandle::OfDescendant(one, other));
  EXPECT_FALSE(ProcessHandle::OfDescendant(one, one));
  EXPECT_FALSE(ProcessHandle::OfDescendant(one, 0));
  EXPECT_FALSE(ProcessHandle::OfDescendant(one, 1));
  EXPECT_TRUE(ProcessHandle::OfDescendant(one, getpid()));
  for (const pid_t pid : {one, other}) {
    kill(pid, SIGKILL);
    SignalThatEnded(pid);
    EXPECT_FALSE(ProcessHandle::OfDescendant(pid, getpid()));
  }
}

TEST(ProcessHandleTest, EndsAProcessAndItsGroupAndNobodyElse) {
  const pid_t bystander = Forked();
  Pipe pipe;
  const pid_t leader = fork();
  if (leader == 0) {
    setpgid(0, 0);
    const pid_t member = Forked();
    pipe.Write(member);
    while (true) pause();
  }
  const pid_t member = pipe.Read();
  ASSERT_GT(member, 1);
  const auto handle = ProcessHandle::OfDescendant(leader, getpid());
  const auto below = ProcessHandle::OfDescendant(member, getpid());
  ASSERT_TRUE(handle && below);
  EXPECT_TRUE(ProcessHandle::OfDescendant(member, leader));
  EXPECT_FALSE(handle->AwaitExit(0ms));
  handle->Signal(SIGKILL);
  EXPECT_TRUE(handle->AwaitExit(20s));
  EXPECT_TRUE(below->AwaitExit(20s));
  EXPECT_EQ(SignalThatEnded(leader), SIGKILL);
  handle->Signal(SIGKILL);  // whoever has the number now

  const auto untouched = ProcessHandle::OfDescendant(bystander, getpid());
  ASSERT_TRUE(untouched);
  EXPECT_FALSE(untouched->AwaitExit(0ms));
  untouched->Signal(SIGTERM);
  EXPECT_EQ(SignalThatEnded(bystander), SIGTERM);
}

TEST(ProcessHandleTest, KnowsAProcessThatHasEndedAndIsNotReaped) {
  const pid_t pid = fork();
  if (pid == 0) _exit(3);
  siginfo_t info{};
  waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOWAIT);
  const auto handle = ProcessHandle::OfDescendant(pid, getpid());
  ASSERT_TRUE(handle);
  EXPECT_TRUE(handle->AwaitExit(0ms));
  SignalThatEnded(pid);
}

}  // namespace
}  // namespace skua::worker
