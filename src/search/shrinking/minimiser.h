// Makes a suite small without losing a goal: fewer tests, then fewer statements in each. Values are
// left as they are (see value_minimiser.h): a mutant may be noticed by the very value.
// `preference` decides which of the tests that cover the same stay. Deterministic unless the
// deadline cuts it short.
#pragma once

#include <vector>

#include "base/clock.h"
#include "model/executor.h"
#include "model/subject.h"
#include "search/evaluation/archived_test.h"
#include "search/search_options.h"

namespace skua::search {

// REQUIRES: no predicate of `executor` is retired, because goals that are not shown could not be
// kept. ENSURES: each goal of `tests` is a goal of the result, and each test of the result was seen
// to cover its goals in a fresh child or is one of `tests` as it was. A test keeps its verdict (and
// the type of its exception). Goals of different tests of the result are disjoint.
std::vector<ArchivedTest> Minimise(
    const model::Subject& subject, model::Executor& executor, std::vector<ArchivedTest> tests,
    const base::Deadline& deadline,
    SearchOptions::Preference preference = SearchOptions::Preference::kShort);

}  // namespace skua::search
