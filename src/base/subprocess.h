// Runs a command to its end, within a deadline, with its output bounded. For tools (the project's
// interpreter, git), not for workers, which talk: see worker/.
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
  std::optional<std::vector<std::string>> environment;  // "NAME=value"; absent: this process's own
  std::filesystem::path working_folder;                 // empty: this process's own
  std::string input;                                    // standard input; closed behind it
  std::size_t output_limit = 64u << 20;  // bytes kept of stdout and of stderr (its last)
  // Called in the child before exec. Async-signal-safe calls only. Null, or what cannot be done,
  // with errno, in a text that lives on ("mount its root"): this ends the child (exit 127).
  std::function<const char*()> before_exec;
};

struct CommandResult {
  bool started = false;
  std::string problem;     // why it was not started: "cannot execute it: Permission denied"
  bool timed_out = false;  // the deadline came: its process group was killed
  int exit_code = -1;      // -1 when a signal ended it
  int signal = 0;
  std::string output;
  std::string errors;
};

// The command gets its own process group, which is killed with SIGKILL at the deadline.
// Throws Error only for what is wrong here (out of descriptors).
CommandResult Run(const Command& command, const Deadline& deadline);

// Whether `attempt` succeeds in a fork of this process, which ends with it. Throws Error where
// there can be no fork, since that says nothing about the attempt.
bool SucceedsInFork(const std::function<bool()>& attempt);

// The descriptors that become a process's 0, 1 and 2. Borrowed.
struct StandardStreams {
  int input = -1;
  int output = -1;
  int errors = -1;
};

// A process that was started, or why there is none.
struct Started {
  pid_t pid = -1;
  std::string problem;  // as in CommandResult
};

// Starts a process in a group of its own, with `streams`, and returns at once; every other
// descriptor that is not close-on-exec goes along. Ignores command.input and output_limit.
Started Start(const Command& command, const StandardStreams& streams);

}  // namespace skua::base
