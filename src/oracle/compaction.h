// Takes out of a test what neither its calls nor its assertions need.
#pragma once

#include "model/subject.h"
#include "model/suite.h"

namespace skua::oracle {

// Drops calls that only made an input which nothing takes any more, and preparations that nothing
// comes behind; adapts the assertions.
void Compact(model::GeneratedTest& generated, const model::Subject& subject);

}  // namespace skua::oracle
