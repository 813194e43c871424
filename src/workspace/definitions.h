// The classes and functions that source files define, as definitions.py finds them, for settings
// that name them, and for classes that inherit from those of other modules.
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
  std::vector<std::string> names;  // classes, also those in classes, and functions at the top level
  std::vector<std::string> bases;  // absolute names of imported classes that classes inherit from
};

// ENSURES: those of each module, in order; nothing where the deadline came first, or the file does
// not parse. Throws base::Error when the interpreter cannot be run.
std::vector<std::optional<Definitions>> ListDefinitions(const LineProgram& program,
                                                        const std::filesystem::path& root,
                                                        std::span<const model::ModuleId> modules,
                                                        const base::Deadline& deadline);

}  // namespace skua::workspace
