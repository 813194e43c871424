// Reproduces tests that crash or hang and cuts them down to the statements that lead there.
#pragma once

#include <optional>

#include "base/clock.h"
#include "model/executor.h"
#include "model/subject.h"
#include "model/suite.h"
#include "model/test_case.h"

namespace skua::oracle {

// The shortest beginning of the test that ends in this verdict (kCrashed or kTimedOut), compacted;
// its last statement runs the subject. Nothing when that does not happen again, when the test
// reaches out, or when the deadline comes first.
std::optional<model::GeneratedTest> Reproduce(const model::TestCase& test, model::Verdict verdict,
                                              const model::Subject& subject,
                                              model::Executor& observer,
                                              const base::Deadline& deadline);

}  // namespace skua::oracle
