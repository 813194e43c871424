// Coverage by criteria other than branch coverage. Gates ignore it.
#pragma once

#include <string>
#include <vector>

#include "model/outcome.h"

namespace skua::report {

// Returns the coverage of all modules together; criteria in order of first appearance.
std::vector<model::CriterionCoverage> CriteriaOf(const model::RunOutcome& outcome);

// Returns "line 30 of 32, output 12 of 20"; empty without criteria.
std::string Describe(const std::vector<model::CriterionCoverage>& criteria);

}  // namespace skua::report
