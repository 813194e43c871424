// generation.xml: what was done for each module, as a JUnit suite with one case for each module.
// Passed: a suite was written. Skipped: nothing had to be or could be done. Error: the module could
// not be imported, or Skua failed on it. The case's type is the reason's code.
#pragma once

#include <string>
#include <vector>

#include "model/outcome.h"
#include "report/formats/junit.h"

namespace skua::report {

// The parts of the file. `page` is the path of the HTML report; empty: there is none.
std::vector<std::string> RenderGeneration(const model::RunOutcome& outcome,
                                          const JunitOptions& options = {},
                                          const std::string& page = "");

}  // namespace skua::report
