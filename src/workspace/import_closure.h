// Finds the modules of the project that are executed when others are imported, as far as the
// sources tell.
#pragma once

#include <string>
#include <vector>

#include "workspace/module_scan.h"

namespace skua::workspace {

// The modules of these names, the packages they are in, and the modules that all these import in
// turn; each once, in the order in which they are found. Unlike ImportGraph's closure, this is
// Python's own: it includes the __init__ of packages.
std::vector<model::ModuleId> ImportClosure(const std::vector<SourceModule>& sources,
                                           const std::vector<std::string>& names);

}  // namespace skua::workspace
