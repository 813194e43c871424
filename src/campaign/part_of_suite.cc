#include "campaign/part_of_suite.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

namespace skua::campaign {
namespace {

std::size_t CountNew(const model::GeneratedTest& test, const std::set<model::GoalIndex>& covered) {
  return static_cast<std::size_t>(std::ranges::count_if(
      test.goals, [&](model::GoalIndex goal) { return !covered.contains(goal); }));
}

}  // namespace

model::Suite MostWorth(model::Suite suite, std::size_t most) {
  if (suite.size() <= most) return suite;
  std::vector<bool> chosen(suite.size());
  std::set<model::GoalIndex> covered;
  std::size_t count = 0;
  const auto choose = [&](std::size_t test) {
    chosen[test] = true;
    covered.insert(suite[test].goals.begin(), suite[test].goals.end());
    ++count;
  };
  for (std::size_t i = 0; i < suite.size(); ++i) {
    if (!suite[i].name.empty()) choose(i);
  }
  while (count < most) {
    std::size_t best = suite.size();
    std::pair<bool, std::size_t> worth_of_best;
    for (std::size_t i = 0; i < suite.size(); ++i) {
      if (chosen[i]) continue;
      const std::pair worth(!suite[i].is_finding, CountNew(suite[i], covered));
      if (best < suite.size() && worth <= worth_of_best) continue;
      best = i;
      worth_of_best = worth;
    }
    if (best == suite.size()) break;
    choose(best);
  }
  model::Suite part;
  for (std::size_t i = 0; i < suite.size(); ++i) {
    if (chosen[i]) part.push_back(std::move(suite[i]));
  }
  return part;
}

}  // namespace skua::campaign
