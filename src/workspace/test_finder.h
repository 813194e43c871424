// Finds the hand-written tests of a project, and which of them are about a module: seeds for the
// search.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/log.h"
#include "model/subject.h"
#include "workspace/module_scan.h"

namespace skua::workspace {

// Files named test_*.py or *_test.py anywhere below `root`, but in `generated` (relative to it) and
// in folders that hold no sources: hidden ones, virtual environments, build results. By path, with
// the name that an import relative to the root or to src/ gives it.
std::vector<model::ModuleId> FindTestFiles(const std::filesystem::path& root,
                                           const std::filesystem::path& generated,
                                           const base::Log& log);

// Paths of those that import the module, or else a package that it is in, which may hand on its
// names; at most `most`, direct importers first. REQUIRES: `tests` were scanned.
std::vector<std::string> TestFilesOf(const model::ModuleId& module,
                                     const std::vector<SourceModule>& tests, std::size_t most);

}  // namespace skua::workspace
