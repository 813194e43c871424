#include "campaign/suite_time.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

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

double PriceOf(const TimedTest& test) { return test.seconds / static_cast<double>(1 + test.worth); }

}  // namespace

std::vector<std::size_t> TooSlow(std::span<const TimedTest> tests, base::Duration limit) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < tests.size(); ++i) {
    if (!tests[i].stays) order.push_back(i);
  }
  std::ranges::stable_sort(order, std::greater<>(),
                           [&](std::size_t i) { return PriceOf(tests[i]); });
  double left = TotalOf(tests);
  std::vector<std::size_t> too_slow;
  for (const std::size_t i : order) {
    if (left <= SecondsOf(limit)) break;
    left -= tests[i].seconds;
    too_slow.push_back(i);
  }
  // One that is slow and worth much goes last, and may leave time for some that went before it.
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
    text += fmt::format("{}tests that stand already and findings take {:.2g} s and stay",
                        text.empty() ? "" : "; ", total - saved);
  }
  return text;
}

}  // namespace skua::campaign
