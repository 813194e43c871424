// The table `seen_calls`: which functions of a module called which of another one, as running code
// showed.
#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

#include <string>
#include <vector>

#include "state/state.h"

namespace skua::state {

// By caller, callee, function, line and callable.
std::vector<SeenCall> ReadSeenCalls(SQLite::Database& connection);

// Adds them within the caller's transaction, and forgets what was seen of other code of that
// module. So many calls of a module are kept that no pair runs short of them.
void AddSeenCalls(SQLite::Database& connection, const std::string& fingerprint,
                  const std::vector<SeenCall>& calls);

}  // namespace skua::state
