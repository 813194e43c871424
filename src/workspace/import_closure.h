// Which of the project's modules importing others executes, as far as the sources say.
#pragma once

#include <string>
#include <vector>

#include "workspace/module_scan.h"

namespace skua::workspace {

// The modules of these names, the packages that they are in, and what all these import in turn;
// each once, what is found first comes first. Unlike ImportGraph's, this closure is Python's own: a
// package's __init__ belongs to it.
std::vector<model::ModuleId> ImportClosure(const std::vector<SourceModule>& sources,
                                           const std::vector<std::string>& names);

}  // namespace skua::workspace
