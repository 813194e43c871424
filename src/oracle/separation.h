// Gives each test one act: assertions after an earlier call move to a test that ends with this
// call.
#pragma once

#include "model/subject.h"
#include "model/suite.h"
#include "oracle/mutation/mutation_analysis.h"

namespace skua::oracle {

// Moves the assertions on values after each call before the act of a new test to a test that makes
// this call last, an existing one if there is one. Drops an assertion that a value is a function if
// the test calls it. Skips tests that exist in a file, that are findings, or that would have no
// assertion left. The new tests come last and cover no goals of their own. REQUIRES: `analysis` is
// of this suite; its kills are updated. ENSURES: no kill is lost.
void SeparateEarlierActs(model::Suite& suite, const model::Subject& subject,
                         MutationAnalysis& analysis);

}  // namespace skua::oracle
