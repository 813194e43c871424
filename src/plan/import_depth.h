// Depths of modules in the import graph, by which dependencies come before their importers.
#pragma once

#include <cstdint>
#include <vector>

#include "workspace/import_graph.h"

namespace skua::plan {

// Returns for each module the length of its longest chain of imports, where a cycle of imports
// counts as one module. A module has a greater depth than those that it imports, except in a cycle.
std::vector<uint32_t> ImportDepths(const workspace::ImportGraph& graph);

}  // namespace skua::plan
