// Which tests are left out so that the rest runs within budget.suite_time: of a module's suite, or
// of all suites together.
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
  // What the test covers, and which mutants it kills, by numbers of the caller's choice, each once.
  // The same number in two tests is the same goal or mutant.
  std::vector<std::size_t> covers = {}, kills = {};
  bool stays = false;  // is counted but never left out
};

// The indices, ascending, of the tests to leave out, so that the others take at most `limit`
// together or all of them stay. They go one by one, first those that cover no goal alone, and among
// these as among the others the one that costs the most seconds for each goal and mutant that it
// alone covers and kills beside those that are left then. In the end those come back for which
// there is time without the others.
std::vector<std::size_t> TooSlow(std::span<const TimedTest> tests, base::Duration limit);

// "left out 2 of 9 tests, which took 3.1 s of 3.4 s: test_a, test_b"; what cannot be left out is
// told, too. Empty when the tests fit.
std::string DescribeTooSlow(std::span<const TimedTest> tests, std::span<const std::size_t> left_out,
                            base::Duration limit);

}  // namespace skua::campaign
