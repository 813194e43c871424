// The order in which a module's dependencies come before it.
#pragma once

#include <cstdint>
#include <vector>

#include "workspace/import_graph.h"

namespace skua::plan {

// For each module the length of the longest chain of imports below it; a cycle of imports counts as
// one module. So whoever imports another, and is not imported by it in turn, has a greater depth.
std::vector<uint32_t> ImportDepths(const workspace::ImportGraph& graph);

}  // namespace skua::plan
