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

namespace skua::search {

struct ArchivedTest {
  model::TestCase test;  // its last statement raises when `raises`
  bool raises = false;
  std::vector<model::GoalIndex> goals;  // ascending; each was seen covered in a fresh child
};

// A test that crashes the interpreter, does not end, or uses up the memory: in its last statement.
struct Trouble {
  model::TestCase test;
  model::Verdict verdict = model::Verdict::kNotRun;  // kCrashed, kTimedOut or kOutOfMemory
};

struct SearchResult {
  std::vector<ArchivedTest> tests;
  // The shortest found of each verdict and callable at the end; each happened again in a fresh
  // child with twice the time.
  std::vector<Trouble> troubles;
  std::vector<bool> covered;  // in the order of GoalsOf; by the tests or by import alone
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
// deadline has come, the search has stagnated or `pacer`, if there is one, ends it. `seeds` are executed first; those that are not
// well-formed for this subject are passed over. Predicates that can no longer help are retired in
// `executor`; a later use that needs all of them (see minimiser.h) brings them back with
// Retire({}).
// ENSURES: bounded by generations, the result depends on its arguments alone, never on time.
// Throws base::Error for an algorithm it does not know, and what the executor throws.
SearchResult Search(const model::Subject& subject, model::Executor& executor,
                    const SearchOptions& options, std::span<const model::TestCase> seeds,
                    base::Rng& rng, const base::Deadline& deadline, Pacer* pacer = nullptr);

}  // namespace skua::search
