// The fingerprint and imports of each module, from the cache if the file is untouched, else from
// scan.py, run by the project's interpreter; it parses files and never imports project code.
#pragma once

#include <filesystem>
#include <vector>

#include "base/clock.h"
#include "base/log.h"
#include "model/source.h"
#include "workspace/scan_process.h"

namespace skua::workspace {

struct SourceModule {
  model::ModuleId module;
  model::SourceScan scan;
};

// ENSURES: one result for each module, in order. Updates `cache` (as loaded, or empty), and removes
// entries of deleted files. *cache_changed: whether to store it. Modules that the deadline did not
// reach have an empty fingerprint. Throws base::Error if the interpreter cannot be run.
std::vector<SourceModule> ScanModules(const std::filesystem::path& root,
                                      const std::vector<model::ModuleId>& modules,
                                      const Scanner& scanner, model::ScanCache& cache,
                                      bool* cache_changed, const base::Log& log,
                                      const base::Deadline& deadline);

}  // namespace skua::workspace
