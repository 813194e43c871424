// Removes from a test the statements that neither its calls nor its assertions need.
#pragma once

#include "model/subject.h"
#include "model/suite.h"

namespace skua::oracle {

// Removes calls whose result no statement or assertion uses, and preparations after the last call;
// renumbers the assertions.
void Compact(model::GeneratedTest& generated, const model::Subject& subject);

}  // namespace skua::oracle
