// What a person does after a run: the most pressing thing, with the command for it.
#pragma once

#include <string>

#include "model/outcome.h"

namespace skua::report {

// "python -m pytest tests/test_a.py::test_b shows the behaviour change". `page` is the path of the
// HTML report; empty: there is none. Empty when there is nothing to do.
std::string NextStep(const model::RunOutcome& outcome, const std::string& page);

}  // namespace skua::report
