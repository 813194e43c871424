// What tests of two modules together cover, as a table for each pair: a row for each branch of the
// caller, a column for each of the callee. A part of the page that needs no script.
#pragma once

#include <string>

#include "model/outcome.h"

namespace skua::report {

// A fragment of HTML; empty when no pair has coupled branches. A table that would be too large for
// a browser is left out, and said to be.
std::string PairMatrices(const model::RunOutcome& outcome);

}  // namespace skua::report
