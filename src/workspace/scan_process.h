// Has files read by scan.py: the conversation with that program, and its format.
#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "base/clock.h"
#include "model/source.h"

namespace skua::workspace {

struct Scanner {
  std::filesystem::path interpreter;
  std::filesystem::path script;  // …/skua_runtime/scan.py
  unsigned jobs = 1;             // processes at a time
};

// What an answer depends on besides the file: for telling whether cached ones are of use.
std::string IdentityOf(const Scanner& scanner);

// ENSURES: one scan a module, in order; an empty fingerprint where the deadline came first or the
// file could not be read. Throws base::Error when the interpreter cannot be run.
std::vector<model::SourceScan> RunScanner(const Scanner& scanner, const std::filesystem::path& root,
                                          std::span<const model::ModuleId> modules,
                                          const base::Deadline& deadline);

}  // namespace skua::workspace
