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
  std::string text;      // without its end of line; empty after the deadline
  bool crashed = false;  // the request made the process crash
};

// Answers the requests for a script without starting a process, in tests.
using LineAnswers = std::function<std::vector<LineAnswer>(const std::filesystem::path& script,
                                                          std::span<const std::string> requests)>;

struct LineProgram {
  std::filesystem::path interpreter;
  std::filesystem::path script;
  unsigned jobs = 1;         // processes at a time
  LineAnswers answers = {};  // null: the interpreter runs the script
  // Contains the process, which must not outlive the function's references; null: not contained.
  std::function<void(base::Command&)> contain = {};
};

// Sends `requests`, each with its end of line. If a process crashes, its present request counts as
// crashed, and another process goes on. ENSURES: one answer for each request, in order. Throws
// base::Error if the interpreter or the program cannot be run.
std::vector<LineAnswer> AskEach(const LineProgram& program, const std::filesystem::path& folder,
                                std::span<const std::string> requests,
                                const base::Deadline& deadline);

}  // namespace skua::workspace
