// Polishes tests with an eye on their goals alone. That takes little time, so that a campaign can
// do it before any other work on its suite. What else is to be kept, such as mutants, is the matter
// of those who call polish.h themselves.
#pragma once

#include <vector>

#include "base/clock.h"
#include "model/executor.h"
#include "model/subject.h"
#include "model/test_case.h"
#include "search/evaluation/archived_test.h"

namespace skua::search {

// The tests, of which those outside of `settled` are polished as far as their goals and their
// verdict allow. A mutant may be noticed by what is left out. What ends by accident is left alone:
// the very values may make a finding of it. Each test that changed was seen to keep its goals in a
// fresh child. Adds to `settled` the tests that cannot be better. Deterministic unless the deadline
// cuts it short. REQUIRES: no predicate of `executor` is retired.
std::vector<ArchivedTest> PolishForGoals(const model::Subject& subject, model::Executor& executor,
                                         std::vector<ArchivedTest> tests,
                                         std::vector<model::TestCase>& settled,
                                         const base::Deadline& deadline);

}  // namespace skua::search
