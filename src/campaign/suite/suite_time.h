// Chooses the tests to leave out so that the others run within budget.suite_time: of a module's
// suite, or of all suites together.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/clock.h"

namespace skua::campaign {

struct TimedTest {
  std::string name;
  double seconds = 0;  // as pytest measured it
  // The goals that the test covers and the mutants that it kills, by numbers of the caller, each
  // once. The same number in two tests is the same goal or mutant.
  std::vector<std::size_t> covers = {}, kills = {};
  bool stays = false;  // is counted but never left out
};

// Returns the indices, ascending, of the tests to leave out, so that the others take at most
// `limit` together or all of them stay. Leaves out one by one: first tests that cover no goal
// alone, and among them the test that costs the most seconds for each goal and mutant that it alone
// shows among the remaining ones. In the end puts back tests for which there is time.
std::vector<std::size_t> TooSlow(std::span<const TimedTest> tests, base::Duration limit);

// "left out 2 of 9 tests, which took 3.1 s of 3.4 s: test_a, test_b"; what cannot be left out is
// told, too. Empty when the tests fit.
std::string DescribeTooSlow(std::span<const TimedTest> tests, std::span<const std::size_t> left_out,
                            base::Duration limit);

}  // namespace skua::campaign
