// The table `open_changes`: behaviour changes that were neither accepted nor reverted.
#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

#include <string>
#include <vector>

#include "state/state.h"

namespace skua::state {

// Returns the open changes by module, in the order of their tests.
std::vector<OpenChange> ReadOpenChanges(SQLite::Database& connection);

// Replaces the open changes of the module within the caller's transaction.
void WriteOpenChanges(SQLite::Database& connection, const std::string& module,
                      const std::vector<model::BehaviourChange>& changes);

}  // namespace skua::state
