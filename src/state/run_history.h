// Reads the project's coverage and other counts at the end of each run.
#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

#include <vector>

#include "model/history.h"

namespace skua::state {

// Returns all runs, the oldest first, without modules that no longer exist.
std::vector<model::PastRun> ReadRunHistory(SQLite::Database& connection);

}  // namespace skua::state
