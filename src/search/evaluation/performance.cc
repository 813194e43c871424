#include "search/evaluation/performance.h"

#include <algorithm>
#include <numeric>

namespace skua::search {

Proxies ProxiesOf(const model::TestCase& test, const model::ExecutionCost& cost) {
  const auto calls = static_cast<double>(
      std::ranges::count(test.statements, model::StatementKind::kCall, &model::Statement::kind));
  const auto statements = static_cast<double>(test.size());
  return {static_cast<double>(cost.loops),
          static_cast<double>(cost.calls),
          calls,
          static_cast<double>(cost.objects),
          static_cast<double>(cost.statements),
          statements - calls,
          statements};
}

double PerformanceScore(const Proxies& proxies) {
  return std::accumulate(proxies.begin(), proxies.end(), 0.0,
                         [](double sum, double proxy) { return sum + proxy / (proxy + 1); });
}

void PerformanceHeuristic(std::span<const Proxies> front, std::vector<double>& heuristic) {
  heuristic.assign(front.size(), 0);
  if (front.empty()) return;
  for (std::size_t k = 0; k < front[0].size(); ++k) {
    double least = front[0][k], most = front[0][k];
    for (const Proxies& proxies : front) {
      least = std::min(least, proxies[k]);
      most = std::max(most, proxies[k]);
    }
    if (most == least) continue;
    for (std::size_t i = 0; i < front.size(); ++i) {
      heuristic[i] += (most - front[i][k]) / (most - least);
    }
  }
}

SearchOptions::Preference PreferenceOf(const SearchOptions& options) {
  if (options.prefer) return *options.prefer;
  return options.algorithm == "adynamosa" ? SearchOptions::Preference::kFast
                                          : SearchOptions::Preference::kShort;
}

}  // namespace skua::search
