// tests.xml: each generated test as it was verified, named as in pytest's own JUnit file.
//
// A finding, which is a test that pytest expects to fail, is reported as skipped, with the finding
// as its message. pytest reports expected failures like this, and readers list skipped cases with
// their message. As a passed case nobody would see it, since readers show no properties of passed
// cases; as a failure it would break a build although nothing is wrong with the test.
#pragma once

#include <string>
#include <vector>

#include "model/outcome.h"
#include "report/formats/junit.h"

namespace skua::report {

// The parts of the file.
std::vector<std::string> RenderTests(const model::RunOutcome& outcome,
                                     const JunitOptions& options = {});

}  // namespace skua::report
