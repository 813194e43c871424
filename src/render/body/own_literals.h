// Gives every place in a test a literal of its own. A literal that the search shares between two
// arguments is then written twice, and may vary separately in a table.
#pragma once

#include "model/subject.h"
#include "model/suite.h"

namespace skua::render {

// Returns the test with a copy of each shared short literal for each use. A literal with
// assertions, calls on it or a name stays shared.
model::GeneratedTest WithOwnLiterals(const model::Subject& subject,
                                     const model::GeneratedTest& test);

}  // namespace skua::render
