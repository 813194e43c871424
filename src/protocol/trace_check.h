// The one door for traces: code under test shares a process with the code that writes them.
#pragma once

#include "model/test_case.h"
#include "model/trace.h"

namespace skua::protocol {

// Throws WireError, with what is wrong, unless the trace can be that of the test: verdict, counts
// and positions fit the statements, indices and their order fit the subject, distances are none
// below 0 and no NaN, each code object that a call enters was called, what became of lazy arguments
// fits those that the test has, and the test took no more than a day.
void CheckTrace(const model::Trace& trace, const model::TestCase& test,
                const model::Subject& subject);

}  // namespace skua::protocol
