// Finds the project's modules that are executed when others are imported, from their sources.
#pragma once

#include <string>
#include <vector>

#include "workspace/module_scan.h"

namespace skua::workspace {

// Returns the modules with these names, their packages, and all modules that these import, directly
// or indirectly; each once, in order of discovery. Unlike ImportGraph's closure it includes the
// __init__ of packages, as Python executes them.
std::vector<model::ModuleId> ImportClosure(const std::vector<SourceModule>& sources,
                                           const std::vector<std::string>& names);

}  // namespace skua::workspace
