// What generated tests say of earlier runs, where the state says nothing: in a fresh checkout.
#pragma once

#include <vector>

#include "campaign/test_files.h"
#include "model/source.h"
#include "workspace/module_scan.h"

namespace skua::command {

// Completes `records`: a module of which no campaign ended, and whose tests stand as they were
// written, counts as finished with the fingerprint in their header. Also modules that are gone.
void AddWrittenRecords(const campaign::TestFiles& files,
                       const std::vector<workspace::SourceModule>& sources,
                       std::vector<model::ModuleRecord>& records);

}  // namespace skua::command
