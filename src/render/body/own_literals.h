// Gives every place in a test a literal of its own. A literal that the search shares between two
// arguments is then written twice, and the two may differ in the rows of a table.
#pragma once

#include "model/subject.h"
#include "model/suite.h"

namespace skua::render {

// The same test, with a copy for each place that shares a short literal. A literal with assertions,
// calls on it or a name stays shared.
model::GeneratedTest WithOwnLiterals(const model::Subject& subject,
                                     const model::GeneratedTest& test);

}  // namespace skua::render
