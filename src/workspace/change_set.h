// Which modules are new, modified, affected, renamed, deleted or unchanged, and why.
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
  model::ModuleId was;     // of kRenamed: the former name; else empty
  model::SourceScan scan;  // of kDeleted: empty
};

struct ChangeSet {
  std::vector<ModuleChange> modules;  // by name; deleted ones too

  std::size_t Count(model::Change change) const;
};

// Compares with what the state recorded. A module is done only when a campaign for it ended, so a
// module that a run did not reach is still new, modified or affected in the next run.
ChangeSet ChangesSince(const std::vector<model::ModuleRecord>& records,
                       const std::vector<SourceModule>& now);

// Compares with another version of the same project; `before_name` names it in texts
// ("origin/main").
ChangeSet ChangesBetween(const std::vector<SourceModule>& before,
                         const std::vector<SourceModule>& now, const std::string& before_name);

}  // namespace skua::workspace
