// Keeps the data of reports in the state while a run goes on, and reads it from there.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/outcome.h"
#include "state/state.h"

namespace skua::command {

// Records a module's outcome when its campaign ends, and again when it changes. Does nothing for a
// module without a campaign.
void RecordReport(state::State& state, int64_t run, const model::ModuleOutcome& outcome);

// Records the run with the modules that had no campaign. What is recorded before the first campaign
// is the report of a run that is killed.
void RecordReport(state::State& state, int64_t run, const model::RunOutcome& outcome);

// Adds to each module that this run did not measure the results of the last campaign for it in its
// present state.
void RecallEarlier(state::State& state, model::RunOutcome& outcome);
void RecallEarlier(state::State& state, model::ModuleOutcome& module);

// What became of the module's mutants when those of the module with that fingerprint were last
// judged and its tests measured.
std::vector<model::JudgedMutant> JudgedBefore(state::State& state, const std::string& module,
                                              const std::string& fingerprint);

// Whether it is known which lines of the module with that fingerprint there are, and which of them
// the tests execute, if they do.
bool HasMeasured(state::State& state, const std::string& module, const std::string& fingerprint);

// What reports told of the module's coverage when it was last measured, 0 to 1; nothing when it
// never was.
std::optional<double> CoverageBefore(state::State& state, const std::string& module);

// The last run as it was recorded. Throws base::Error when there is none.
model::RunOutcome RecallLastRun(state::State& state);

}  // namespace skua::command
