// Checks all traces on arrival, since code under test shares a process with the code that writes
// them.
#pragma once

#include "model/test_case.h"
#include "model/trace.h"

namespace skua::protocol {

// Throws WireError, with the fault, unless the trace is possible for the test: verdict, counts and
// positions fit the statements; indices and their order fit the subject; no distance is negative or
// NaN; each entered code object belongs to a call; uses of lazy arguments fit the test's; the time
// is less than a day.
void CheckTrace(const model::Trace& trace, const model::TestCase& test,
                const model::Subject& subject);

}  // namespace skua::protocol
