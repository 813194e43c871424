// Coverage of pairs of modules, as a table for each pair: a row for each branch of the caller, a
// column for each branch of the callee. Needs no script.
#pragma once

#include <string>

#include "model/outcome.h"

namespace skua::report {

// Returns a fragment of HTML; empty if no pair has coupled branches. Mentions tables that are too
// large, without their cells.
std::string PairMatrices(const model::RunOutcome& outcome);

}  // namespace skua::report
