// Replaces `time.sleep` in tests whose subject waits longer than a written test may.
#pragma once

#include "model/subject.h"
#include "model/test_case.h"
#include "model/trace.h"

namespace skua::oracle {

// Returns whether the test was stopped because it waited, and the subject offers a statement that
// replaces `time.sleep`.
bool CanBeSparedWaiting(const model::Observation& seen, const model::Subject& subject);

// Inserts the statement that replaces `time.sleep` before all others. REQUIRES:
// CanBeSparedWaiting() of the test's observation.
void SpareWaiting(model::TestCase& test, const model::Subject& subject);

}  // namespace skua::oracle
