// Gives each test one act: assertions after an earlier call move to a test that ends with this
// call.
#pragma once

#include "model/subject.h"
#include "model/suite.h"
#include "oracle/mutation_analysis.h"

namespace skua::oracle {

// Moves the assertions on values after each call before the act of a new test to a test that makes
// this call last. An existing test of the suite is used if it does so already. An assertion that a
// value is a function is dropped where the test calls that function. Leaves tests alone that exist
// in a file, that are findings, or that would have no assertion left. The new tests come last and
// cover no goals of their own. REQUIRES: `analysis` is one of this suite; its kills are updated.
// ENSURES: each kill stays one.
void SeparateEarlierActs(model::Suite& suite, const model::Subject& subject,
                         MutationAnalysis& analysis);

}  // namespace skua::oracle
