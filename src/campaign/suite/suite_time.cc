#include "campaign/suite/suite_time.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>
#include <unordered_map>

namespace skua::campaign {
namespace {

constexpr std::size_t kMostNamed = 5;

double SecondsOf(base::Duration duration) {
  return std::chrono::duration<double>(duration).count();
}

double TotalOf(std::span<const TimedTest> tests) {
  return std::accumulate(tests.begin(), tests.end(), 0.0,
                         [](double sum, const TimedTest& test) { return sum + test.seconds; });
}

// Counts for each test the goals and mutants that it alone shows among the remaining tests.
class Alone {
 public:
  Alone(std::span<const TimedTest> tests, std::vector<std::size_t> TimedTest::*shown)
      : tests_(tests), shown_(shown), counts_(tests.size()) {
    for (std::size_t i = 0; i < tests.size(); ++i) {
      for (const std::size_t number : tests[i].*shown) {
        Showing& showing = showing_[number];
        ++showing.tests;
        showing.sum += i;
      }
    }
    for (const auto& [number, showing] : showing_) {
      if (showing.tests == 1) ++counts_[showing.sum];
    }
  }

  std::size_t operator[](std::size_t test) const { return counts_[test]; }

  void Remove(std::size_t test) {
    for (const std::size_t number : tests_[test].*shown_) {
      Showing& showing = showing_[number];
      --showing.tests;
      showing.sum -= test;
      if (showing.tests == 1) ++counts_[showing.sum];
    }
  }

 private:
  struct Showing {
    std::size_t tests = 0;
    std::size_t sum = 0;  // of their indices: where there is one test, its index
  };

  std::span<const TimedTest> tests_;
  std::vector<std::size_t> TimedTest::*shown_;
  std::unordered_map<std::size_t, Showing> showing_;  // by number
  std::vector<std::size_t> counts_;
};

// Tests with the greatest price go first.
std::tuple<bool, double, double> PriceOf(double seconds, std::size_t goals, std::size_t kills) {
  const std::size_t worth = goals + kills;
  const double price =
      worth == 0 ? std::numeric_limits<double>::infinity() : seconds / static_cast<double>(worth);
  return {goals == 0, price, seconds};
}

}  // namespace

std::vector<std::size_t> TooSlow(std::span<const TimedTest> tests, base::Duration limit) {
  Alone covering(tests, &TimedTest::covers), killing(tests, &TimedTest::kills);
  std::vector<std::size_t> candidates;
  for (std::size_t i = 0; i < tests.size(); ++i) {
    if (!tests[i].stays && tests[i].seconds > 0) candidates.push_back(i);
  }
  double left = TotalOf(tests);
  std::vector<std::size_t> too_slow;
  while (left > SecondsOf(limit) && !candidates.empty()) {
    const auto dearest = std::ranges::max_element(candidates, {}, [&](std::size_t i) {
      return PriceOf(tests[i].seconds, covering[i], killing[i]);
    });
    const std::size_t test = *dearest;
    candidates.erase(dearest);
    covering.Remove(test);
    killing.Remove(test);
    left -= tests[test].seconds;
    too_slow.push_back(test);
  }
  // A slow test that is worth much goes last, and may leave time for some that went before it.
  std::ranges::reverse(too_slow);
  std::erase_if(too_slow, [&](std::size_t i) {
    const bool fits = left + tests[i].seconds <= SecondsOf(limit);
    if (fits) left += tests[i].seconds;
    return fits;
  });
  std::ranges::sort(too_slow);
  return too_slow;
}

std::string DescribeTooSlow(std::span<const TimedTest> tests, std::span<const std::size_t> left_out,
                            base::Duration limit) {
  const double total = TotalOf(tests);
  double saved = 0;
  std::vector<std::string_view> names;
  for (const std::size_t i : left_out) {
    saved += tests[i].seconds;
    if (names.size() < kMostNamed) names.push_back(tests[i].name);
  }
  if (left_out.size() > names.size()) names.emplace_back("…");
  std::string text;
  if (!left_out.empty()) {
    text = fmt::format("left out {} of {} tests, which took {:.2g} s of {:.2g} s: {}",
                       left_out.size(), tests.size(), saved, total, fmt::join(names, ", "));
  }
  if (total - saved > SecondsOf(limit)) {
    text += fmt::format("{}tests that are never left out take {:.2g} s", text.empty() ? "" : "; ",
                        total - saved);
  }
  return text;
}

}  // namespace skua::campaign
