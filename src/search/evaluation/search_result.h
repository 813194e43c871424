// What a search found, and how long it took.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/clock.h"
#include "model/outcome.h"
#include "search/evaluation/archived_test.h"
#include "search/evaluation/troubles.h"

namespace skua::search {

// The generation in which adynamosa turned from the performance heuristic to the crowding distance,
// or back.
struct HeuristicSwitch {
  uint64_t generation = 0;
  base::Duration at{};  // since the start of the search
};

struct SearchResult {
  std::vector<ArchivedTest> tests;
  base::Duration tests_time{};                       // that running these once takes
  std::vector<ArchivedTest> seconds;                 // for goals whose test is dropped later
  std::vector<Suspect> suspects;                     // tests that ended badly
  std::vector<model::TestCase> displaced_accidents;  // of which a finding may come
  std::vector<bool> covered;  // in the order of GoalsOf; by the tests or by import alone
  uint64_t executed_tests = 0;
  uint64_t generations = 0;
  std::vector<HeuristicSwitch> switches;  // each turns the other way than the one before it
  // No duration counts the time that the search was suspended.
  base::Duration last_gain{};  // from the start of the search to the last newly covered goal
  std::vector<model::GainPoint> discovery;  // ascending
  // The time of the search. Parts of it were spent in the tests; in starting children for tests
  // that are confirmed in a child of their own; and in waiting for other tests while none ran. The
  // remainder is the engine's own.
  base::Duration duration{};
  base::Duration execution_time{};
  base::Duration confirming_time{};
  base::Duration waiting_time{};
};

// Returns one line such as: "searched 4522 ms: 1572 generations, 78618 tests executed (17386 a
// second), 17 kept; 73 % of the time in the tests, 8 % in the engine, 4 % confirming, 15 % waiting;
// 2 switches, to crowding distance in generation 9 (87 ms), to performance in 12 (101 ms)"
std::string DescribeEffort(const SearchResult& result);

}  // namespace skua::search
