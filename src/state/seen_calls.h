// The table `seen_calls`: calls between functions of two modules that were observed while code ran.
#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

#include <string>
#include <vector>

#include "state/state.h"

namespace skua::state {

// Returns all calls, sorted by caller, callee, function, line and callable.
std::vector<SeenCall> ReadSeenCalls(SQLite::Database& connection);

// Adds the calls within the caller's transaction, and removes calls of earlier code of that module.
// Keeps as many calls of a module as all of its pairs may need.
void AddSeenCalls(SQLite::Database& connection, const std::string& fingerprint,
                  const std::vector<SeenCall>& calls);

}  // namespace skua::state
