// Stores the data of reports in the state during a run, and reads them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/outcome.h"
#include "state/state.h"

namespace skua::command {

// Stores a module's outcome when its campaign ends, and again when it changes. Does nothing for a
// module without a campaign.
void RecordReport(state::State& state, int64_t run, const model::ModuleOutcome& outcome);

// Stores the run with the modules that had no campaign. The record before the first campaign is the
// report of a run that is killed.
void RecordReport(state::State& state, int64_t run, const model::RunOutcome& outcome);

// Adds to each module that this run did not measure the results of the last campaign for its
// present code.
void RecallEarlier(state::State& state, model::RunOutcome& outcome);
void RecallEarlier(state::State& state, model::ModuleOutcome& module);

// Returns the results of the module's mutants when its code with that fingerprint was last judged
// and measured.
std::vector<model::JudgedMutant> JudgedBefore(state::State& state, const std::string& module,
                                              const std::string& fingerprint);

// Returns whether the lines of the module with that fingerprint are known, and, if it has tests,
// which of them the tests execute.
bool HasMeasured(state::State& state, const std::string& module, const std::string& fingerprint);

// Returns the module's coverage in the last reports that measured it, 0 to 1, or nullopt.
std::optional<double> CoverageBefore(state::State& state, const std::string& module);

// Returns the last recorded run. Throws base::Error if there is none.
model::RunOutcome RecallLastRun(state::State& state);

}  // namespace skua::command
