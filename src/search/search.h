// The entry to the search: tests for a subject, made by the algorithm that the options name.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/rng.h"
#include "model/executor.h"
#include "model/goal.h"
#include "model/subject.h"
#include "model/test_case.h"
#include "model/trace.h"
#include "search/pacer.h"
#include "search/search_options.h"
#include "search/troubles.h"

namespace skua::search {

struct ArchivedTest {
  model::TestCase test;  // its last statement raises when `raises`
  bool raises = false;
  std::vector<model::GoalIndex> goals;  // ascending; each was seen covered in a fresh child
};

struct SearchResult {
  std::vector<ArchivedTest> tests;
  std::vector<Suspect> suspects;  // tests that ended badly
  std::vector<bool> covered;      // in the order of GoalsOf; by the tests or by import alone
  uint64_t executed_tests = 0;
  uint64_t generations = 0;
  // All without the time that the search was suspended.
  base::Duration last_gain{};  // from the start of the search to the last newly covered goal
  std::vector<model::GainPoint> discovery;  // ascending
  // How long it took. Of that: what was spent in the tests; in getting children for those that are
  // confirmed in one of their own; in waiting for the others without a test running. The rest is
  // the engine's own.
  base::Duration duration{};
  base::Duration execution_time{};
  base::Duration confirming_time{};
  base::Duration waiting_time{};
};

// "searched 4522 ms: 1572 generations, 78618 tests executed (17386 a second), 17 kept; 73 % of the
// time in the tests, 8 % in the engine, 4 % confirming, 15 % waiting"
std::string DescribeEffort(const SearchResult& result);

// The algorithms that SearchOptions::algorithm can name; the first is the default.
std::span<const std::string_view> AlgorithmNames();

// Searches until every goal is covered that a test can cover, the generations are used up, the
// deadline has come, the search has stagnated or `pacer`, if there is one, ends it. `seeds` are
// executed first; `pool` are tests whose last statement makes an object that others can begin with.
// Of both, those that are not well-formed for this subject are passed over. Goals in `later`, those
// that other tests cover already, are looked for only when all others are covered or nothing new
// has come for long; a test that happens to cover one is archived all the same. Predicates that can
// no longer help are retired in `executor`; a later use that needs all of them (see minimiser.h)
// brings them back with Retire({}). ENSURES: bounded by generations, the result depends on its
// arguments alone, never on time. Throws base::Error for an algorithm it does not know, and what
// the executor throws.
SearchResult Search(const model::Subject& subject, model::Executor& executor,
                    const SearchOptions& options, std::span<const model::TestCase> seeds,
                    base::Rng& rng, const base::Deadline& deadline, Pacer* pacer = nullptr,
                    std::span<const model::TestCase> pool = {},
                    std::span<const model::GoalIndex> later = {});

}  // namespace skua::search
