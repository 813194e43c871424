// Lists the runs of pytest that verify a suite: their processes, orders of tests and settings.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "model/subject_loader.h"
#include "model/suite.h"
#include "oracle/verification/verification.h"

namespace skua::oracle {

// Returns the runs for a suite that was not verified before, in order, without its files.
std::vector<model::PytestRequest> AllRuns(const VerificationOptions& options,
                                          const model::Suite& suite);

// Merges the last run into the one before it, which differs only in pytest-randomly; for projects
// without the plug-in.
void MergeLastTwo(std::vector<model::PytestRequest>& runs);

// Returns whether the run `made` contains the run `wanted`: its first passes are the same.
bool CoversRun(const model::PytestRequest& made, const model::PytestRequest& wanted);

// Returns the result of a run cut down to its first `passes` passes.
model::PytestResult FirstPasses(model::PytestResult result, std::size_t passes);

// Returns a run with so many shuffled orders that hardly any two tests follow the same others in
// all of them.
model::PytestRequest RunOfManyOrders(const VerificationOptions& options);

// "shuffled, without the project's settings"
std::string NameOf(const model::PytestPass& pass, bool project_settings);

}  // namespace skua::oracle
