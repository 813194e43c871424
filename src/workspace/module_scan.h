// Fingerprint and imports of each module: from the cache when the file was not touched, else from
// scan.py run by the project's interpreter (which parses, and never imports project code).
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

// ENSURES: one result a module, in order. `cache` (as it was loaded, or empty) is brought up to
// date: entries that are gone are dropped. Returns in *cache_changed whether it is worth storing.
// Modules that the deadline did not reach have an empty fingerprint.
// Throws base::Error when the interpreter cannot be run.
std::vector<SourceModule> ScanModules(const std::filesystem::path& root,
                                      const std::vector<model::ModuleId>& modules,
                                      const Scanner& scanner, model::ScanCache& cache,
                                      bool* cache_changed, const base::Log& log,
                                      const base::Deadline& deadline);

}  // namespace skua::workspace
