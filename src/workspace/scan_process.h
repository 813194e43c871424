// Runs scan.py to read files: writes its requests and reads its answers.
#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "base/clock.h"
#include "model/source.h"
#include "workspace/line_program.h"

namespace skua::workspace {

using Scanner = LineProgram;  // …/skua_runtime/alone/scan.py

// Returns the version of scan.py and interpreter; cached answers of other versions are not used.
std::string IdentityOf(const Scanner& scanner);

// ENSURES: one scan for each module, in order; an empty fingerprint after the deadline or if the
// file could not be read. Throws base::Error if the interpreter cannot be run.
std::vector<model::SourceScan> RunScanner(const Scanner& scanner, const std::filesystem::path& root,
                                          std::span<const model::ModuleId> modules,
                                          const base::Deadline& deadline);

}  // namespace skua::workspace
