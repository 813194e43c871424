// tests.xml: the result of each generated test in verification, named as in pytest's own JUnit
// file.
//
// A finding, a test that pytest expects to fail, is a skipped case with the finding as its message.
// pytest reports expected failures like this, and readers list skipped cases with their message. A
// passed case would hide it, and a failed one would break the build although the test is right.
#pragma once

#include <string>
#include <vector>

#include "model/outcome.h"
#include "report/formats/junit.h"

namespace skua::report {

// Returns the file, perhaps in several parts.
std::vector<std::string> RenderTests(const model::RunOutcome& outcome,
                                     const JunitOptions& options = {});

}  // namespace skua::report
