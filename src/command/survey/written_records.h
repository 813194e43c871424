// Records of earlier runs read from generated tests, for a fresh checkout without a state.
#pragma once

#include <vector>

#include "campaign/files/test_files.h"
#include "model/source.h"
#include "workspace/module_scan.h"

namespace skua::command {

// Completes `records`. A module without an ended campaign whose tests are unedited counts as
// finished, with the fingerprint in their header, even if it was deleted.
void AddWrittenRecords(const campaign::TestFiles& files,
                       const std::vector<workspace::SourceModule>& sources,
                       std::vector<model::ModuleRecord>& records);

}  // namespace skua::command
