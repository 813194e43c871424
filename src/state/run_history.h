// Reads coverage and other counts of the project at the end of each run.
#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

#include <vector>

#include "model/history.h"

namespace skua::state {

// All runs, the oldest first. Modules that no longer exist count in none of them.
std::vector<model::PastRun> ReadRunHistory(SQLite::Database& connection);

}  // namespace skua::state
