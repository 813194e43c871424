// generation.xml: a JUnit suite with a case for each module. Passed: a suite was written. Skipped:
// nothing had to or could be done. Error: the module could not be imported, or Skua failed on it.
// The case's type is the reason's code.
#pragma once

#include <string>
#include <vector>

#include "model/outcome.h"
#include "report/formats/junit.h"

namespace skua::report {

// Returns the file, perhaps in several parts. `page` is the path of the HTML report; empty: none.
std::vector<std::string> RenderGeneration(const model::RunOutcome& outcome,
                                          const JunitOptions& options = {},
                                          const std::string& page = "");

}  // namespace skua::report
