// Functions that a test's last call returned. That something can be called says little; what it
// does says more: `default_factory(1)() == 1` in place of `callable(default_factory(1))`.
#pragma once

#include <vector>

#include "model/subject.h"
#include "model/test_case.h"
#include "model/trace.h"

namespace skua::search {

// Whether `seen`, the observation of the test, shows that its last call returned a function.
bool ReturnsFunction(const model::TestCase& test, const model::Observation& seen);

// Versions of the test that also call that function: with nothing, a number, a text, and a function
// that returns its argument. None where the subject does not return such functions as far as its
// source tells. REQUIRES: ReturnsFunction().
std::vector<model::TestCase> WithResultCalled(const model::Subject& subject,
                                              const model::TestCase& test,
                                              const model::Observation& seen);

}  // namespace skua::search
