// Reads the outcomes of a suite's tests from the result of a run of pytest.
#pragma once

#include <cstddef>
#include <string>

#include "model/subject_loader.h"
#include "model/suite.h"
#include "oracle/verification/verification.h"
#include "oracle/verification/verification_faults.h"

namespace skua::oracle {

// Returns the outcome of a test in pass `pass` of the run. `test` is the written form of
// `generated`.
Sighting Look(const WrittenSuite::Test& test, const model::GeneratedTest& generated,
              std::size_t pass, const model::PytestResult& result);

// Returns whether the test did not run to its end.
bool IsLost(const model::PytestResult::Test& test);

// Returns whether pytest could import each file. A file that it could not import is reported as a
// test without a name.
bool IsCollected(const model::PytestResult& result);
// Returns the reason. REQUIRES: pytest could not import a file, or did not run to its end.
std::string WhyNotCollected(const model::PytestResult& result);

}  // namespace skua::oracle
