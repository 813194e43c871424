// Classifies modules as new, modified, affected, renamed, deleted or unchanged, and gives the
// reasons.
#pragma once

#include <string>
#include <vector>

#include "model/outcome.h"
#include "model/source.h"
#include "workspace/module_scan.h"

namespace skua::workspace {

struct ModuleChange {
  model::ModuleId module;
  model::Change change = model::Change::kNew;
  std::string why;         // "imports parcel.b → parcel.money"; "was parcel.old"; may be empty
  model::ModuleId was;     // the former name for kRenamed; else empty
  model::SourceScan scan;  // empty for kDeleted
};

struct ChangeSet {
  std::vector<ModuleChange> modules;  // by name, including deleted ones

  std::size_t Count(model::Change change) const;
};

// Compares with the state's records. A module is done only when a campaign for it ended, so a
// module that a run did not reach is still new, modified or affected in the next run.
ChangeSet ChangesSince(const std::vector<model::ModuleRecord>& records,
                       const std::vector<SourceModule>& now);

// Compares two versions of the project; `before_name` names the earlier one in messages
// ("origin/main").
ChangeSet ChangesBetween(const std::vector<SourceModule>& before,
                         const std::vector<SourceModule>& now, const std::string& before_name);

}  // namespace skua::workspace
