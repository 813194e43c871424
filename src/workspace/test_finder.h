// Finds the hand-written tests of a project, and those that test a module, to be seeds for the
// search.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/log.h"
#include "model/subject.h"
#include "workspace/module_scan.h"

namespace skua::workspace {

// Returns files named test_*.py or *_test.py below `root`, except in `generated` (relative to it)
// and in folders without sources: hidden ones, virtual environments, build results. Sorted by path;
// names are those of an import relative to the root or to src/.
std::vector<model::ModuleId> FindTestFiles(const std::filesystem::path& root,
                                           const std::filesystem::path& generated,
                                           const base::Log& log);

// Returns paths of the tests that import the module, or else a package around it, which may
// re-export its names; at most `most`, direct importers first. REQUIRES: `tests` were scanned.
std::vector<std::string> TestFilesOf(const model::ModuleId& module,
                                     const std::vector<SourceModule>& tests, std::size_t most);

}  // namespace skua::workspace
