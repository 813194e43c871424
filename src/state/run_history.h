// How the project stood at the end of each run.
#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

#include <vector>

#include "model/history.h"

namespace skua::state {

// The oldest first; modules that are gone by now count in none of them.
std::vector<model::PastRun> ReadRunHistory(SQLite::Database& connection);

}  // namespace skua::state
