// The table `reports`: the data from which reports are made, as JSON that only report/ understands.
#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

#include <cstdint>
#include <string>
#include <vector>

#include "state/state.h"

namespace skua::state {

// Stores reports within the caller's transaction. For earlier runs it only keeps each module's last
// few reports that tell what covers the module.
void StoreReports(SQLite::Database& connection, int64_t run,
                  const std::vector<StoredReport>& reports);

// The reports that tell what covers the module, the newest first; maybe of other code than now.
std::vector<std::string> MeasuredReports(SQLite::Database& connection, const std::string& module);

// The reports of the last run that has any: first its own, then those of its modules, by name.
// Empty when there is none.
std::vector<StoredReport> ReportsOfLastRun(SQLite::Database& connection);

}  // namespace skua::state
