// The classes and functions that a source file defines, as definitions.py finds them, for settings
// that name them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "model/subject.h"
#include "workspace/line_program.h"

namespace skua::workspace {

// Qualified names: classes, also those in classes, and functions at the top level. Nothing where
// the deadline came first, or the file does not parse. Throws base::Error when the interpreter
// cannot be run.
std::optional<std::vector<std::string>> ListDefinitions(const LineProgram& program,
                                                        const std::filesystem::path& root,
                                                        const model::ModuleId& module,
                                                        const base::Deadline& deadline);

}  // namespace skua::workspace
