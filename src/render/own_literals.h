// Tests in which every place has a literal of its own: what the search shares between two arguments
// is written twice, and may differ in the rows of a table.
#pragma once

#include "model/subject.h"
#include "model/suite.h"

namespace skua::render {

// The same test, but for short literals that several places share: each has a copy. What is
// asserted of, called on or given a name stays shared.
model::GeneratedTest WithOwnLiterals(const model::Subject& subject,
                                     const model::GeneratedTest& test);

}  // namespace skua::render
