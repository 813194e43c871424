// The classes and functions that source files define, found by definitions.py, for settings that
// name them, and for classes with bases in other modules.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/clock.h"
#include "model/subject.h"
#include "workspace/line_program.h"

namespace skua::workspace {

struct Definitions {
  std::vector<std::string> names;  // classes, including nested ones, and functions at the top level
  std::vector<std::string> bases;  // absolute names of imported base classes
};

// ENSURES: the definitions of each module, in order; nullopt after the deadline, or if the file
// does not parse. Throws base::Error if the interpreter cannot be run.
std::vector<std::optional<Definitions>> ListDefinitions(const LineProgram& program,
                                                        const std::filesystem::path& root,
                                                        std::span<const model::ModuleId> modules,
                                                        const base::Deadline& deadline);

}  // namespace skua::workspace
