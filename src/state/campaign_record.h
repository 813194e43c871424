// The table `campaigns`: the outcome of a module in a run, with totals over its campaigns.
#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

#include <cstdint>

#include "model/outcome.h"

namespace skua::state {

// Runs within the caller's transaction. A campaign may be recorded again in its run.
void RecordCampaign(SQLite::Database& connection, int64_t run, const model::ModuleOutcome& outcome);

}  // namespace skua::state
