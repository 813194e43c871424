// Which tests are left out of a module's suite so that the rest runs within budget.suite_time.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/clock.h"

namespace skua::campaign {

struct TimedTest {
  std::string name;
  double seconds = 0;     // as pytest measured it
  std::size_t worth = 0;  // goals and killed mutants that the suite owes to this test
  bool stays = false;     // stands already, or shows a finding: is counted but never left out
};

// The indices, ascending, of the tests to leave out, so that the others take at most `limit`
// together or all of them stay: those that cost the most seconds for what they are worth, but for
// those for which there is time without the others.
std::vector<std::size_t> TooSlow(std::span<const TimedTest> tests, base::Duration limit);

// "left out 2 of 9 tests, which took 3.1 s of 3.4 s: test_a, test_b"; what cannot be left out is
// told, too. Empty when the tests fit.
std::string DescribeTooSlow(std::span<const TimedTest> tests, std::span<const std::size_t> left_out,
                            base::Duration limit);

}  // namespace skua::campaign
