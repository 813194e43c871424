// Runs a command to its end within a deadline, with bounded output. For tools (the project's
// interpreter, git); workers, which exchange frames, are in worker/.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"

namespace skua::base {

struct Command {
  std::vector<std::string> arguments;  // arguments[0] is looked up in PATH when it has no '/'
  std::optional<std::vector<std::string>> environment;  // "NAME=value"; nullopt: this process's own
  std::filesystem::path working_folder;                 // empty: this process's own
  std::string input;                                    // standard input, which is then closed
  std::size_t output_limit = 64u << 20;  // bytes kept of each of stdout and stderr (the last ones)
  // Called in the child before exec; may only make async-signal-safe calls. Returns null, or the
  // failed step as a static string ("mount its root"), with errno set; the child then exits with
  // 127.
  std::function<const char*()> before_exec;
};

struct CommandResult {
  bool started = false;
  std::string problem;  // why the program was not started: "cannot execute it: Permission denied"
  bool timed_out = false;  // its process group was killed at the deadline
  int exit_code = -1;      // -1 when a signal ended it
  int signal = 0;
  std::string output;
  std::string errors;
};

// Runs the command in a process group of its own, which is killed with SIGKILL at the deadline.
// Throws Error only for a failure of this process (out of descriptors).
CommandResult Run(const Command& command, const Deadline& deadline);

// Returns whether `attempt` succeeds in a forked child, which then ends. Throws Error if fork
// fails.
bool SucceedsInFork(const std::function<bool()>& attempt);

// The descriptors that become a process's standard input, output and error. Borrowed.
struct StandardStreams {
  int input = -1;
  int output = -1;
  int errors = -1;
};

// A started process, or the reason why it was not started.
struct Started {
  pid_t pid = -1;
  std::string problem;  // as in CommandResult
};

// Starts a process in a group of its own, with `streams`, and returns at once. The process inherits
// every other descriptor that is not close-on-exec. Ignores command.input and output_limit.
Started Start(const Command& command, const StandardStreams& streams);

}  // namespace skua::base
