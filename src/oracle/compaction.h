// Removes from a test the statements that neither its calls nor its assertions need.
#pragma once

#include "model/subject.h"
#include "model/suite.h"

namespace skua::oracle {

// Drops calls whose result no statement or assertion uses, and preparations that no call follows,
// and renumbers the assertions.
void Compact(model::GeneratedTest& generated, const model::Subject& subject);

}  // namespace skua::oracle
