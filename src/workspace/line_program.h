// The conversation with Python programs that read a JSON object a line and answer each with one:
// isolated, without site, so that no code of the project or its environment runs.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "base/clock.h"

namespace skua::workspace {

struct LineProgram {
  std::filesystem::path interpreter;
  std::filesystem::path script;
  unsigned jobs = 1;  // processes at a time
};

struct LineAnswer {
  std::string text;      // without its end of line; empty where the deadline came first
  bool crashed = false;  // the request took the process with it
};

// `requests`: each with its end of line. One process after another: each time one crashes, the
// request it was at is put aside. ENSURES: one answer a request, in order.
// Throws base::Error when the interpreter or the program cannot be run.
std::vector<LineAnswer> AskEach(const LineProgram& program, const std::filesystem::path& folder,
                                std::span<const std::string> requests,
                                const base::Deadline& deadline);

}  // namespace skua::workspace
