#include "search/evaluation/search_result.h"

#include <fmt/format.h>

#include <chrono>

namespace skua::search {

std::string DescribeEffort(const SearchResult& result) {
  using std::chrono::milliseconds;
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
      "the time in the tests, {:.0f} % in the engine, {:.0f} % confirming, {:.0f} % waiting",
      result.duration / milliseconds(1), result.generations, result.executed_tests,
      seconds > 0 ? static_cast<double>(result.executed_tests) / seconds : 0, result.tests.size(),
      percent(result.execution_time), percent(std::max(base::Duration{}, engine)),
      percent(result.confirming_time), percent(result.waiting_time));
}

}  // namespace skua::search
