// Arguments that earlier calls returned, where a plain value would do: `sign(3)` in place of
// `count = size()` and `sign(count)`.
#pragma once

#include <vector>

#include "model/subject.h"
#include "model/test_case.h"
#include "model/trace.h"

namespace skua::search {

// Whether a call's result may be an argument of a later call.
bool PassesResults(const model::Subject& subject, const model::TestCase& test);

// Versions of the test in which results of calls that are passed as arguments are the plain values
// that `seen`, the observation of the test, shows of them: first all of them, then, where there are
// several, one after the other. What only these calls needed goes with them. None where no such
// result is plain.
std::vector<model::TestCase> WithPlainArguments(const model::Subject& subject,
                                                const model::TestCase& test,
                                                const model::Observation& seen);

}  // namespace skua::search
