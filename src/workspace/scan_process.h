// Lets scan.py read files: writes its requests and reads its answers.
#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "base/clock.h"
#include "model/source.h"
#include "workspace/line_program.h"

namespace skua::workspace {

using Scanner = LineProgram;  // …/skua_runtime/alone/scan.py

// What an answer depends on besides the file: it tells whether cached answers can be used.
std::string IdentityOf(const Scanner& scanner);

// ENSURES: one scan for each module, in order; an empty fingerprint where the deadline came first
// or the file could not be read. Throws base::Error when the interpreter cannot be run.
std::vector<model::SourceScan> RunScanner(const Scanner& scanner, const std::filesystem::path& root,
                                          std::span<const model::ModuleId> modules,
                                          const base::Deadline& deadline);

}  // namespace skua::workspace
