// Tells an outcome which goals a module has, where they are, and which of them tests cover.
#pragma once

#include <span>
#include <vector>

#include "model/outcome.h"
#include "model/subject.h"
#include "model/suite.h"
#include "search/search.h"

namespace skua::campaign {

// Sets the goals of the outcome, and which of them the suite and the import cover; goals of other
// criteria than branch coverage are only counted.
void SetCoverage(const model::Subject& subject, const model::Suite& suite,
                 model::ModuleOutcome& outcome);

// The goals that the import covers and those for which a test was found, united with those found
// before in the same code. `before` is ignored unless it is for as many goals.
std::vector<bool> GoalsFound(std::span<const search::ArchivedTest> tests,
                             const std::vector<bool>& covered_by_import,
                             const std::vector<bool>& before);

}  // namespace skua::campaign
