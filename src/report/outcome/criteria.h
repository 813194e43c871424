// How much tests cover of other criteria than branch coverage. Nothing that gates judge.
#pragma once

#include <string>
#include <vector>

#include "model/outcome.h"

namespace skua::report {

// The coverage of all modules together, in the order in which the criteria are first met.
std::vector<model::CriterionCoverage> CriteriaOf(const model::RunOutcome& outcome);

// "line 30 of 32, output 12 of 20"; empty for none.
std::string Describe(const std::vector<model::CriterionCoverage>& criteria);

}  // namespace skua::report
