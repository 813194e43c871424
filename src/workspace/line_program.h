// Runs Python programs that read JSON objects, one on each line, and answer each with one. They run
// isolated and without site, so that no code of the project or its environment runs.
#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/subprocess.h"

namespace skua::workspace {

struct LineAnswer {
  std::string text;      // without its end of line; empty where the deadline came first
  bool crashed = false;  // the request made the process crash
};

// What answers the requests for a script where no process is to be started, as in tests.
using LineAnswers = std::function<std::vector<LineAnswer>(const std::filesystem::path& script,
                                                          std::span<const std::string> requests)>;

struct LineProgram {
  std::filesystem::path interpreter;
  std::filesystem::path script;
  unsigned jobs = 1;         // processes at a time
  LineAnswers answers = {};  // empty: the interpreter runs the script
  // Has the process contained, which must not outlive what this refers to; empty: it is not.
  std::function<void(base::Command&)> contain = {};
};

// Each of `requests` has its end of line. When a process crashes, the request that it was working
// on is put aside and another process goes on. ENSURES: one answer for each request, in order.
// Throws base::Error when the interpreter or the program cannot be run.
std::vector<LineAnswer> AskEach(const LineProgram& program, const std::filesystem::path& folder,
                                std::span<const std::string> requests,
                                const base::Deadline& deadline);

}  // namespace skua::workspace
