// coverage.xml (Cobertura) and coverage.lcov: lines and branches of all modules, in the form that
// coverage.py writes and CI systems read. No line of a module that was never measured counts as
// executed.
//
// Lines and branches are counted as coverage.py does, so there are fewer branches than Skua's
// goals: two for each line with a branch, for the whole condition, and none in expressions.
#pragma once

#include <string>

#include "model/outcome.h"

namespace skua::report {

// `prefix`: path from the repository's top to the project, "" or "services/api/".
std::string RenderCobertura(const model::RunOutcome& outcome, const std::string& prefix);
std::string RenderLcov(const model::RunOutcome& outcome, const std::string& prefix);

}  // namespace skua::report
