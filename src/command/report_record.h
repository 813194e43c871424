// What reports are made of, kept in the state as a run goes on and found again there.
#pragma once

#include <cstdint>

#include "model/outcome.h"
#include "state/state.h"

namespace skua::command {

// As each campaign ends, and again when its outcome changes. Does nothing for a module without one.
void RecordReport(state::State& state, int64_t run, const model::ModuleOutcome& outcome);

// Of the run with the modules that had no campaign. What is recorded before the first campaign is
// what can be told of a run that is killed.
void RecordReport(state::State& state, int64_t run, const model::RunOutcome& outcome);

// Tells each module that this run did not measure what the last campaign for it, as it is now, did.
void RecallEarlier(state::State& state, model::RunOutcome& outcome);

// The last run as it was recorded. Throws base::Error when there is none.
model::RunOutcome RecallLastRun(state::State& state);

}  // namespace skua::command
