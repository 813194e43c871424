// Which goals of a module there are, where they stand, and which of them tests cover.
#pragma once

#include <span>
#include <vector>

#include "model/outcome.h"
#include "model/subject.h"
#include "model/suite.h"
#include "search/search.h"

namespace skua::campaign {

// Tells the outcome what is to be covered, and what of it the suite does, with the import.
void SetCoverage(const model::Subject& subject, const model::Suite& suite,
                 model::ModuleOutcome& outcome);

// Those that the import covers and those that a test was found for, with what was found before in
// the same code. `before` counts only when it is about as many goals.
std::vector<bool> GoalsFound(std::span<const search::ArchivedTest> tests,
                             const std::vector<bool>& covered_by_import,
                             const std::vector<bool>& before);

}  // namespace skua::campaign
