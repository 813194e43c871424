// The table `reports`: the data from which reports are made, as JSON that only report/ understands.
#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

#include <cstdint>
#include <string>
#include <vector>

#include "state/state.h"

namespace skua::state {

// Stores reports within the caller's transaction. Of earlier runs it keeps only each module's last
// few reports with measured coverage.
void StoreReports(SQLite::Database& connection, int64_t run,
                  const std::vector<StoredReport>& reports);

// Returns the module's reports with measured coverage, the newest first, even of other code.
std::vector<std::string> MeasuredReports(SQLite::Database& connection, const std::string& module);

// Returns the reports of the last run that has any: first the run's own, then those of its modules,
// by name. Empty if there is none.
std::vector<StoredReport> ReportsOfLastRun(SQLite::Database& connection);

}  // namespace skua::state
