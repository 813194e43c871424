// Which runs of pytest verify a suite: in which processes, orders and settings its tests are seen.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "model/subject_loader.h"
#include "model/suite.h"
#include "oracle/verification.h"

namespace skua::oracle {

// The runs of a suite that was not verified before, in order; without its files.
std::vector<model::PytestRequest> AllRuns(const VerificationOptions& options,
                                          const model::Suite& suite);

// The last run differs from the one before in that pytest-randomly may be at work. Where a project
// does not have it, the orders of both are tried in one.
void MergeLastTwo(std::vector<model::PytestRequest>& runs);

// Whether what the one run shows tells what the other would: it has the same first passes.
bool Tells(const model::PytestRequest& made, const model::PytestRequest& wanted);

// The result of a run as if it had only the first so many of its passes.
model::PytestResult FirstPasses(model::PytestResult result, std::size_t passes);

// With so many orders, hardly any two tests come behind the same others in all of them.
model::PytestRequest RunOfManyOrders(const VerificationOptions& options);

// "shuffled, without the project's settings"
std::string NameOf(const model::PytestPass& pass, bool project_settings);

}  // namespace skua::oracle
