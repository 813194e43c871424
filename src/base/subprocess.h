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
  // Called in the child before exec. Async-signal-safe calls only; false ends the child (exit 127).
  std::function<bool()> before_exec;
};

struct CommandResult {
  bool started = false;    // false: no such program, or before_exec failed
  bool timed_out = false;  // the deadline came: its process group was killed
  int exit_code = -1;      // -1 when a signal ended it
  int signal = 0;
  std::string output;
  std::string errors;
};

// The command gets its own process group, which is killed with SIGKILL at the deadline.
// Throws Error only for what is wrong here (out of processes, of descriptors).
CommandResult Run(const Command& command, const Deadline& deadline);

// The descriptors that become a process's 0, 1 and 2. Borrowed.
struct StandardStreams {
  int input = -1;
  int output = -1;
  int errors = -1;
};

// Starts a process in a group of its own, with `streams`, and returns at once; every other
// descriptor that is not close-on-exec goes along. Ignores command.input and output_limit.
// -1 when there is no such program, its working folder is not there, or before_exec failed.
pid_t Start(const Command& command, const StandardStreams& streams);

}  // namespace skua::base
