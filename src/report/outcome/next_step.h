// The next step for a person after a run: the most pressing problem, with a command.
#pragma once

#include <string>

#include "model/outcome.h"

namespace skua::report {

// Returns "python -m pytest tests/test_a.py::test_b shows the behaviour change"; empty if there is
// nothing to do. `page` is the path of the HTML report; empty: none.
std::string NextStep(const model::RunOutcome& outcome, const std::string& page);

}  // namespace skua::report
