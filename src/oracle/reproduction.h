// Reproduces tests that crash or hang, and cuts them down to the statements that are needed for it.
#pragma once

#include <optional>

#include "base/clock.h"
#include "model/executor.h"
#include "model/subject.h"
#include "model/suite.h"
#include "model/test_case.h"

namespace skua::oracle {

// Returns the shortest prefix of the test that ends with this verdict (kCrashed or kTimedOut),
// compacted; its last statement runs the subject. Returns nullopt if the verdict does not recur, if
// the test has effects outside its process, or if the deadline comes first.
std::optional<model::GeneratedTest> Reproduce(const model::TestCase& test, model::Verdict verdict,
                                              const model::Subject& subject,
                                              model::Executor& observer,
                                              const base::Deadline& deadline);

}  // namespace skua::oracle
