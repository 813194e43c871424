// The table `reports`: what reports are made of, as JSON that only report/ understands.
#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "state/state.h"

namespace skua::state {

// In the transaction that the caller has begun. Of earlier runs no more is kept than the last
// report that tells what covers the module, unless this one does.
void StoreReports(SQLite::Database& connection, int64_t run,
                  const std::vector<StoredReport>& reports);

std::optional<std::string> LastMeasuredReport(SQLite::Database& connection,
                                              const std::string& module);

// Of the last run that has one: its own first, then those of modules, by name. Empty: there is
// none.
std::vector<StoredReport> ReportsOfLastRun(SQLite::Database& connection);

}  // namespace skua::state
