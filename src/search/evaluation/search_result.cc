#include "search/evaluation/search_result.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <span>

namespace skua::search {

namespace {

using std::chrono::milliseconds;

// The first few tell when the search began to stagnate.
constexpr std::size_t kShownSwitches = 8;

std::string DescribeSwitches(std::span<const HeuristicSwitch> switches) {
  if (switches.empty()) return {};
  std::string text = fmt::format("; {} switch{}", switches.size(), switches.size() > 1 ? "es" : "");
  for (std::size_t i = 0; i < std::min(switches.size(), kShownSwitches); ++i) {
    text += fmt::format(", to {} in {}{} ({} ms)", i % 2 == 0 ? "crowding distance" : "performance",
                        i == 0 ? "generation " : "", switches[i].generation,
                        switches[i].at / milliseconds(1));
  }
  return text + (switches.size() > kShownSwitches ? ", …" : "");
}

}  // namespace

std::string DescribeEffort(const SearchResult& result) {
  const double seconds = std::chrono::duration<double>(result.duration).count();
  const auto percent = [&](base::Duration part) {
    return result.duration.count() > 0 ? 100.0 * static_cast<double>(part.count()) /
                                             static_cast<double>(result.duration.count())
                                       : 0;
  };
  const base::Duration engine =
      result.duration - result.execution_time - result.confirming_time - result.waiting_time;
  return fmt::format(
      "searched {} ms: {} generations, {} tests executed ({:.0f} a second), {} kept; {:.0f} % of "
      "the time in the tests, {:.0f} % in the engine, {:.0f} % confirming, {:.0f} % waiting{}",
      result.duration / milliseconds(1), result.generations, result.executed_tests,
      seconds > 0 ? static_cast<double>(result.executed_tests) / seconds : 0, result.tests.size(),
      percent(result.execution_time), percent(std::max(base::Duration{}, engine)),
      percent(result.confirming_time), percent(result.waiting_time),
      DescribeSwitches(result.switches));
}

}  // namespace skua::search
