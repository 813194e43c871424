// Records of earlier runs read from generated tests, for a fresh checkout in which there is no
// state.
#pragma once

#include <vector>

#include "campaign/test_files.h"
#include "model/source.h"
#include "workspace/module_scan.h"

namespace skua::command {

// Completes `records`. A module without an ended campaign whose tests are as they were written
// counts as finished, with the fingerprint in their header. This includes modules that are gone.
void AddWrittenRecords(const campaign::TestFiles& files,
                       const std::vector<workspace::SourceModule>& sources,
                       std::vector<model::ModuleRecord>& records);

}  // namespace skua::command
