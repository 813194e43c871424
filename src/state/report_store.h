// The table `reports`: the data from which reports are made, as JSON that only report/ understands.
#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "state/state.h"

namespace skua::state {

// Stores reports within the caller's transaction. For earlier runs it only keeps each module's last
// report that tells what covers the module, unless the new one tells that.
void StoreReports(SQLite::Database& connection, int64_t run,
                  const std::vector<StoredReport>& reports);

std::optional<std::string> LastMeasuredReport(SQLite::Database& connection,
                                              const std::string& module);

// The reports of the last run that has any: first its own, then those of its modules, by name.
// Empty when there is none.
std::vector<StoredReport> ReportsOfLastRun(SQLite::Database& connection);

}  // namespace skua::state
