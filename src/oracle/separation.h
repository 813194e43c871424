// Gives each test one act: what a test asserts of the time before its act becomes a test of its
// own.
#pragma once

#include "model/subject.h"
#include "model/suite.h"
#include "oracle/mutation_analysis.h"

namespace skua::oracle {

// For each call before the act behind which a new test asserts something of a value, the assertions
// move to a test that makes this call last; that may be one of the suite which does so already.
// That a value is a function need not be said where the test calls it. Tests stay as they are that
// stand in a file, that are findings, or that would be left without anything to assert. The new
// tests come last, and cover no goals of their own; `analysis`, which must be one of this suite,
// then tells which of them kills what. ENSURES: each kill stays one.
void SeparateEarlierActs(model::Suite& suite, const model::Subject& subject,
                         MutationAnalysis& analysis);

}  // namespace skua::oracle
