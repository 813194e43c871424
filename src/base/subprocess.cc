#include "base/subprocess.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <utility>

#include "base/descriptor.h"
#include "base/error.h"

namespace skua::base {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

// Longest delay until an interruption (a flag that wakes no descriptor) is noticed.
constexpr milliseconds kLongestWait(50);

[[noreturn]] void Fail(std::string_view what) {
  throw Error(fmt::format("cannot {}: {}", what, std::strerror(errno)));
}

struct Pipe {
  Pipe() {
    int fds[2];
    if (pipe2(fds, O_CLOEXEC) != 0) Fail("make a pipe");
    reader = Descriptor(fds[0]);
    writer = Descriptor(fds[1]);
  }
  Descriptor reader, writer;
};

std::optional<std::string> VariableOf(const Command& command, std::string_view name) {
  if (!command.environment) {
    const char* value = std::getenv(std::string(name).c_str());
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
  }
  for (const std::string& entry : *command.environment) {
    if (entry.starts_with(name) && entry.substr(name.size()).starts_with('=')) {
      return entry.substr(name.size() + 1);
    }
  }
  return std::nullopt;
}

// Returns the path of the file to execute; empty if PATH has none.
std::string FindProgram(const Command& command) {
  const std::string& name = command.arguments.at(0);
  if (name.find('/') != std::string::npos) return name;
  const std::string path = VariableOf(command, "PATH").value_or("/usr/local/bin:/usr/bin:/bin");
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find(':', begin), path.size());
    const fs::path candidate = fs::path(path.substr(begin, end - begin)) / name;
    std::error_code ignored;
    if (fs::is_regular_file(candidate, ignored) && access(candidate.c_str(), X_OK) == 0) {
      return candidate.string();
    }
    begin = end + 1;
  }
  return {};
}

std::vector<char*> NullTerminated(const std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (const std::string& text : texts) pointers.push_back(const_cast<char*>(text.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

// All memory that the child needs, allocated before the fork: after it the child must not allocate.
struct Launch {
  std::string program;
  std::vector<char*> arguments;
  char** environment;
  const char* working_folder;  // null: unchanged
  StandardStreams streams;
  const std::function<const char*()>* before_exec;
  int status;  // pipe for a Refusal, if the program cannot be started
};

// The failed step of a child, written to a pipe in one write before the child ends.
struct Refusal {
  int error = 0;
  char step[60] = {};
};

[[noreturn]] void BecomeProgram(const Launch& launch) {
  const auto give_up = [&](const char* step) {
    Refusal refusal;
    refusal.error = errno;
    for (std::size_t i = 0; step[i] != 0 && i + 1 < std::size(refusal.step); ++i) {
      refusal.step[i] = step[i];
    }
    [[maybe_unused]] const ssize_t written = write(launch.status, &refusal, sizeof refusal);
    _exit(127);
  };
  // Duplicates to numbers above 2 first, so that no stream overwrites another.
  int raised[3] = {launch.streams.input, launch.streams.output, launch.streams.errors};
  for (int& fd : raised) {
    if (fd >= 0 && (fd = fcntl(fd, F_DUPFD_CLOEXEC, 3)) < 0) give_up("set up its streams");
  }
  for (int i = 0; i < 3; ++i) {
    if (raised[i] >= 0 && dup2(raised[i], i) < 0) give_up("set up its streams");
  }
  if (launch.working_folder != nullptr && chdir(launch.working_folder) != 0) {
    give_up("enter its working folder");
  }
  if (*launch.before_exec) {
    if (const char* step = (*launch.before_exec)()) give_up(step);
  }
  if (getpgrp() != getpid()) setpgid(0, 0);  // unless before_exec called setsid
  signal(SIGPIPE, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  execve(launch.program.c_str(), launch.arguments.data(), launch.environment);
  give_up("execute it");
  _exit(127);
}

void KillGroup(pid_t pid) {
  kill(-pid, SIGKILL);
  kill(pid, SIGKILL);
}

// Appends `bytes` and keeps the last `limit` bytes; trims now and then rather than at each read.
void Keep(std::string& kept, std::string_view bytes, std::size_t limit) {
  kept.append(bytes);
  if (kept.size() > 2 * limit) kept.erase(0, kept.size() - limit);
}

// Reads the available bytes. Returns false at the end of the stream.
bool Drain(int fd, std::string& kept, std::size_t limit) {
  std::array<char, 65536> bytes;
  while (true) {
    const ssize_t size = read(fd, bytes.data(), bytes.size());
    if (size > 0) {
      Keep(kept, {bytes.data(), static_cast<std::size_t>(size)}, limit);
    } else if (size == 0) {
      return false;
    } else if (errno != EINTR) {
      return errno == EAGAIN;
    }
  }
}

void SetNonBlocking(const Descriptor& fd) {
  if (fcntl(fd.get(), F_SETFL, O_NONBLOCK) != 0) Fail("set up a pipe");
}

// Blocks SIGPIPE in this thread, which write() raises when the pipe's reader is gone.
class NoPipeSignal {
 public:
  NoPipeSignal() {
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~NoPipeSignal() {
    const timespec at_once{};
    while (sigtimedwait(&pipe_, nullptr, &at_once) > 0) {
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }

 private:
  sigset_t pipe_, before_;
};

int WaitMilliseconds(const Deadline& deadline) {
  const auto remaining = deadline.Remaining();
  if (remaining > kLongestWait) return static_cast<int>(kLongestWait.count());
  return static_cast<int>(std::chrono::ceil<milliseconds>(remaining).count());
}

// Exchanges input and output with one started process.
class Conversation {
 public:
  Conversation(const Command& command, CommandResult& result) : command_(command), result_(result) {
    Started started =
        Start(command, {input_.reader.get(), output_.writer.get(), errors_.writer.get()});
    pid_ = started.pid;
    result.started = pid_ > 0;
    result.problem = std::move(started.problem);
    if (!result.started) return;
    ended_ = Descriptor(static_cast<int>(syscall(SYS_pidfd_open, pid_, 0)));
    input_.reader.Close();
    output_.writer.Close();
    errors_.writer.Close();
    for (const Descriptor* fd : {&input_.writer, &output_.reader, &errors_.reader}) {
      SetNonBlocking(*fd);
    }
    if (command.input.empty()) input_.writer.Close();
  }

  // Runs until the process ends or the deadline comes. Does not wait until its pipes close:
  // children that it left running may hold them open.
  void Hold(const Deadline& deadline) {
    const NoPipeSignal no_signal;
    bool running = true;
    while (running) {
      if (deadline.Expired()) {
        result_.timed_out = true;
        break;
      }
      pollfd fds[] = {{ended_.get(), POLLIN, 0},
                      {input_.writer.get(), POLLOUT, 0},
                      {output_.reader.get(), POLLIN, 0},
                      {errors_.reader.get(), POLLIN, 0}};
      if (poll(fds, std::size(fds), WaitMilliseconds(deadline)) < 0 && errno != EINTR) break;
      if (fds[1].revents != 0) Feed();
      DrainBoth();
      running = ended_.open() ? (fds[0].revents & POLLIN) == 0 : !HasEnded();
    }
    KillGroup(pid_);
    int status = 0;
    while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
    DrainBoth();
    if (WIFEXITED(status)) result_.exit_code = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) result_.signal = WTERMSIG(status);
    for (std::string* text : {&result_.output, &result_.errors}) {
      if (text->size() > command_.output_limit)
        text->erase(0, text->size() - command_.output_limit);
    }
  }

 private:
  void Feed() {
    const ssize_t size =
        write(input_.writer.get(), command_.input.data() + fed_, command_.input.size() - fed_);
    if (size > 0) fed_ += static_cast<std::size_t>(size);
    const bool gone = size < 0 && errno != EAGAIN && errno != EINTR;
    if (gone || fed_ == command_.input.size()) input_.writer.Close();
  }
  void DrainBoth() {
    const std::pair<Descriptor*, std::string*> streams[] = {{&output_.reader, &result_.output},
                                                            {&errors_.reader, &result_.errors}};
    for (const auto& [fd, text] : streams) {
      if (fd->open() && !Drain(fd->get(), *text, command_.output_limit)) fd->Close();
    }
  }
  // Used on kernels without pidfd (before 5.3).
  bool HasEnded() const {
    siginfo_t info{};
    return waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == pid_;
  }

  const Command& command_;
  CommandResult& result_;
  Pipe input_, output_, errors_;
  Descriptor ended_;
  pid_t pid_ = -1;
  std::size_t fed_ = 0;
};

}  // namespace

Started Start(const Command& command, const StandardStreams& streams) {
  Launch launch;
  launch.program = FindProgram(command);
  if (launch.program.empty()) return {-1, "there is no such program in PATH"};
  launch.arguments = NullTerminated(command.arguments);
  std::vector<char*> environment;
  if (command.environment) environment = NullTerminated(*command.environment);
  launch.environment = command.environment ? environment.data() : environ;
  launch.working_folder = command.working_folder.empty() ? nullptr : command.working_folder.c_str();
  launch.streams = streams;
  launch.before_exec = &command.before_exec;
  Pipe status;
  launch.status = status.writer.get();

  const pid_t pid = fork();
  if (pid < 0) return {-1, fmt::format("cannot fork: {}", std::strerror(errno))};
  if (pid == 0) BecomeProgram(launch);
  status.writer.Close();
  Refusal refusal;
  ssize_t size = 0;  // stays 0 if the program was executed, since exec closes the pipe
  while ((size = read(status.reader.get(), &refusal, sizeof refusal)) < 0 && errno == EINTR) {
  }
  if (size <= 0) return {pid, ""};
  while (waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {
  }
  return {-1, fmt::format("cannot {}{}{}", refusal.step, refusal.error == 0 ? "" : ": ",
                          refusal.error == 0 ? "" : std::strerror(refusal.error))};
}

bool SucceedsInFork(const std::function<bool()>& attempt) {
  const pid_t pid = fork();
  if (pid == 0) _exit(attempt() ? 0 : 1);
  if (pid < 0) Fail("fork");
  int status = 1;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return status == 0;
}

CommandResult Run(const Command& command, const Deadline& deadline) {
  CommandResult result;
  Conversation conversation(command, result);
  if (result.started) conversation.Hold(deadline);
  return result;
}

}  // namespace skua::base
