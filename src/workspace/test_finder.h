// Finds the hand-written tests of a project, and those that are about a module: they are seeds for
// the search.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/log.h"
#include "model/subject.h"
#include "workspace/module_scan.h"

namespace skua::workspace {

// Files named test_*.py or *_test.py anywhere below `root`, except in `generated` (relative to it)
// and in folders that hold no sources: hidden ones, virtual environments, build results. They are
// sorted by path and have the names that an import relative to the root or to src/ gives them.
std::vector<model::ModuleId> FindTestFiles(const std::filesystem::path& root,
                                           const std::filesystem::path& generated,
                                           const base::Log& log);

// Paths of the tests that import the module, or else a package around it, which may re-export its
// names; at most `most`, direct importers first. REQUIRES: `tests` were scanned.
std::vector<std::string> TestFilesOf(const model::ModuleId& module,
                                     const std::vector<SourceModule>& tests, std::size_t most);

}  // namespace skua::workspace
