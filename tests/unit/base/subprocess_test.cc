#include "base/subprocess.h"

#include <signal.h>
#include <unistd.h>

#include <thread>

#include "base/files.h"
#include "support/matchers.h"
#include "support/processes.h"

namespace skua::base {
namespace {

using namespace std::chrono_literals;

class Subprocess : public ::testing::Test {
 protected:
  Command Shell(const std::string& script) { return {.arguments = {"sh", "-c", script}}; }

  const SteadyClock clock_;
  const Deadline generous_ = Deadline(clock_).Within(60s);
};

TEST_F(Subprocess, GivesOutputErrorsAndExitCode) {
  const CommandResult result = base::Run(Shell("echo out; echo err >&2; exit 3"), generous_);
  EXPECT_TRUE(result.started);
  EXPECT_FALSE(result.timed_out);
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_EQ(result.signal, 0);
  EXPECT_EQ(result.output, "out\n");
  EXPECT_EQ(result.errors, "err\n");
}

TEST_F(Subprocess, TellsTheSignalThatEndedIt) {
  const CommandResult result = base::Run(Shell("kill -SEGV $$"), generous_);
  EXPECT_EQ(result.signal, SIGSEGV);
  EXPECT_EQ(result.exit_code, -1);
}

TEST_F(Subprocess, SaysWhyItDoesNotStart) {
  const auto problem_of = [&](const Command& command) {
    const CommandResult result = base::Run(command, generous_);
    EXPECT_FALSE(result.started);
    return result.problem;
  };
  Command command{.arguments = {"skua-no-such-program"}};
  EXPECT_EQ(problem_of(command), "there is no such program in PATH");
  command.arguments = {"/no/such/program"};
  EXPECT_EQ(problem_of(command), "cannot execute it: No such file or directory");
  command.arguments = {"/etc/passwd"};
  EXPECT_EQ(problem_of(command), "cannot execute it: Permission denied");
  Command elsewhere = Shell("true");
  elsewhere.working_folder = "/no/such/folder";
  EXPECT_EQ(problem_of(elsewhere), "cannot enter its working folder: No such file or directory");
  EXPECT_EQ(base::Run(Shell("true"), generous_).problem, "");
}

TEST_F(Subprocess, LooksUpProgramsInThePathOfTheGivenEnvironment) {
  const ScratchFolder scratch;
  WriteFileAtomically(scratch.path() / "greet", "#!/bin/sh\necho hello $NAME\n");
  std::filesystem::permissions(scratch.path() / "greet", std::filesystem::perms::owner_all);
  Command command{.arguments = {"greet"},
                  .environment = std::vector{"PATH=/nowhere:" + scratch.path().string(),
                                             std::string("NAME=you")}};
  EXPECT_EQ(base::Run(command, generous_).output, "hello you\n");
}

TEST_F(Subprocess, FeedsInputLargerThanAPipe) {
  Command command{.arguments = {"cat"}, .input = std::string(1 << 20, 'x') + "end"};
  EXPECT_EQ(base::Run(command, generous_).output, command.input);
}

TEST_F(Subprocess, StandsAProgramThatDoesNotReadItsInput) {
  Command command{.arguments = {"true"}, .input = std::string(1 << 20, 'x')};
  EXPECT_EQ(base::Run(command, generous_).exit_code, 0);
}

TEST_F(Subprocess, KeepsTheLastOfMuchOutput) {
  Command command = Shell("yes | head -c 3000000; printf end");
  command.output_limit = 1000;
  const CommandResult result = base::Run(command, generous_);
  EXPECT_EQ(result.output.size(), 1000u);
  EXPECT_THAT(result.output, EndsWith("end"));
}

TEST_F(Subprocess, KillsAtTheDeadlineWhatIgnoresSignals) {
  Command command = Shell("trap '' TERM INT HUP; echo begun; while :; do sleep 1000; done");
  const CommandResult result = base::Run(command, Deadline(clock_).Within(300ms));
  EXPECT_TRUE(result.timed_out);
  EXPECT_EQ(result.signal, SIGKILL);
  EXPECT_EQ(result.output, "begun\n");
}

TEST_F(Subprocess, StopsAtAnInterruption) {
  std::atomic<bool> interrupted = false;
  std::thread interrupter([&] { interrupted = true; });
  const CommandResult result = base::Run(Shell("sleep 1000"), Deadline(clock_, &interrupted));
  interrupter.join();
  EXPECT_TRUE(result.timed_out);
}

TEST_F(Subprocess, DoesNotWaitForWhatTheCommandLeftRunning) {
  const CommandResult result = base::Run(Shell("sleep 1000 & echo $!"), generous_);
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_FALSE(result.timed_out);
  EXPECT_TRUE(test::HasEnded(std::stoi(result.output)));  // its group went with it
}

TEST_F(Subprocess, HandsNoDescriptorsDown) {
  const ScratchFolder scratch;
  Command command = Shell("ls /proc/self/fd | wc -l");
  const std::string alone = base::Run(command, generous_).output;
  std::vector<std::thread> threads;
  std::vector<std::string> seen(8);
  for (std::string& output : seen) {
    threads.emplace_back([&, this] { output = base::Run(command, generous_).output; });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::string& output : seen) EXPECT_EQ(output, alone);
}

TEST_F(Subprocess, DoesNotStartWhenThePreparationFails) {
  Command command = Shell("true");
  command.before_exec = [] {
    errno = EPERM;
    return "mount its root";
  };
  const CommandResult refused = base::Run(command, generous_);
  EXPECT_FALSE(refused.started);
  EXPECT_EQ(refused.problem, "cannot mount its root: Operation not permitted");
  command.before_exec = []() -> const char* { return setsid() > 0 ? nullptr : "begin a session"; };
  EXPECT_EQ(base::Run(command, generous_).exit_code, 0);
}

}  // namespace
}  // namespace skua::base
