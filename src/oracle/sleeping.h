// Tests whose subject waits longer than a written test may: they let `time.sleep` return at once.
#pragma once

#include "model/subject.h"
#include "model/test_case.h"
#include "model/trace.h"

namespace skua::oracle {

// Whether the test was ended because it waited, and the subject has the statement that spares it.
bool CanBeSparedWaiting(const model::Observation& seen, const model::Subject& subject);

// Puts the statement in front of the others. REQUIRES: CanBeSparedWaiting of what was seen of it.
void SpareWaiting(model::TestCase& test, const model::Subject& subject);

}  // namespace skua::oracle
