// Exchanges the texts in tests that nobody would have typed for natural ones, and makes all values
// plain, with an eye on the tests' goals alone. That takes little time, so that a campaign can do
// it before any other work on its suite. What else is to be kept, such as mutants, is the matter of
// those who call value_minimiser.h themselves.
#pragma once

#include <cstddef>
#include <vector>

#include "base/clock.h"
#include "model/executor.h"
#include "model/subject.h"
#include "model/test_case.h"
#include "model/vocabulary.h"
#include "search/evaluation/archived_test.h"

namespace skua::search {

// The number of texts that nobody would have typed.
std::size_t CountOddTexts(const model::TestCase& test, const model::Vocabulary& vocabulary);

// The tests, of which those outside of `settled` have natural texts where their goals and their
// verdict allow. Each test that changed was seen to keep these in a fresh child. Deterministic
// unless the deadline cuts it short. REQUIRES: no predicate of `executor` is retired.
std::vector<ArchivedTest> WithNaturalTexts(const model::Subject& subject, model::Executor& executor,
                                           std::vector<ArchivedTest> tests,
                                           const std::vector<model::TestCase>& settled,
                                           const base::Deadline& deadline);

// The tests, of which those outside of `settled` have plain values that say something, as far as
// their goals alone are concerned. A mutant may be noticed by what is left out. What ends by
// accident is left alone: the very values may make a finding of it. Adds to `settled` the tests
// that are as plain as can be.
std::vector<ArchivedTest> WithPlainValues(const model::Subject& subject, model::Executor& executor,
                                          std::vector<ArchivedTest> tests,
                                          std::vector<model::TestCase>& settled,
                                          const base::Deadline& deadline);

}  // namespace skua::search
