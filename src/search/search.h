// The entry to the search: tests for a subject, made by the algorithm that the options name.
#pragma once

#include <span>
#include <string_view>

#include "base/clock.h"
#include "base/rng.h"
#include "model/executor.h"
#include "model/goal.h"
#include "model/subject.h"
#include "model/test_case.h"
#include "search/evaluation/pacer.h"
#include "search/evaluation/search_result.h"
#include "search/search_options.h"

namespace skua::search {

// The algorithms that SearchOptions::algorithm can name; the first is the default.
std::span<const std::string_view> AlgorithmNames();

// Searches until one of these holds: every goal that a test can cover is covered, the generations
// are used up, the deadline has come, the search has stagnated, or `pacer`, if there is one, ends
// it. `seeds` are executed first; `pool` are tests whose last statement makes an object that other
// tests can begin with. Seeds and pool tests that are not well-formed for this subject are passed
// over. Goals in `later`, those that other tests cover already, are looked for only when all others
// are covered or nothing new has come for long; a test that happens to cover one is archived all
// the same. Goals in `standing`, those of tests that stay whatever is found, count as covered from
// the start, and no test is archived for them. Predicates that can no longer help are retired in
// `executor`; a later use that needs all of them (see minimiser.h) brings them back with
// Retire({}). ENSURES: bounded by generations, the result depends on its arguments alone, never on
// time. Throws base::Error for an algorithm it does not know, and what the executor throws.
SearchResult Search(const model::Subject& subject, model::Executor& executor,
                    const SearchOptions& options, std::span<const model::TestCase> seeds,
                    base::Rng& rng, const base::Deadline& deadline, Pacer* pacer = nullptr,
                    std::span<const model::TestCase> pool = {},
                    std::span<const model::GoalIndex> later = {},
                    std::span<const model::GoalIndex> standing = {});

}  // namespace skua::search
