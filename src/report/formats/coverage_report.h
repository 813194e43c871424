// coverage.xml (Cobertura) and coverage.lcov: the lines of all modules and the branches at them, in
// the form that coverage.py writes and the readers of CI systems accept. In a module that was never
// measured, no line counts as executed.
//
// Lines and branches are counted as coverage.py does, so there are fewer branches than Skua's
// goals: two for each line with a branch, for the whole condition of its statement, and none in
// expressions.
#pragma once

#include <string>

#include "model/outcome.h"

namespace skua::report {

// `prefix`: from the top of the repository to the project, "" or "services/api/".
std::string RenderCobertura(const model::RunOutcome& outcome, const std::string& prefix);
std::string RenderLcov(const model::RunOutcome& outcome, const std::string& prefix);

}  // namespace skua::report
