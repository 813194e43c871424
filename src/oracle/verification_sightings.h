// Reads what a run of pytest shows of the tests of a suite.
#pragma once

#include <cstddef>
#include <string>

#include "model/subject_loader.h"
#include "model/suite.h"
#include "oracle/verification.h"
#include "oracle/verification_faults.h"

namespace skua::oracle {

// What a pass of the run shows of a test, which was written as `test` for `generated`.
Sighting Look(const WrittenSuite::Test& test, const model::GeneratedTest& generated,
              std::size_t pass, const model::PytestResult& result);

// Whether the test did not come to its end.
bool IsLost(const model::PytestResult::Test& test);

// Whether pytest could import each file. One that it could not is told of as a test without name.
bool IsCollected(const model::PytestResult& result);
// REQUIRES: it could not, or did not run to its end.
std::string WhyNotCollected(const model::PytestResult& result);

}  // namespace skua::oracle
