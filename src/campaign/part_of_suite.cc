#include "campaign/part_of_suite.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

namespace skua::campaign {
namespace {

struct Worth {
  const std::vector<model::GoalIndex>& goals;
  bool stays = false, is_last = false;
};

Worth WorthOf(const model::GeneratedTest& test) {
  return {test.goals, !test.name.empty(), test.is_finding};
}

Worth WorthOf(const search::ArchivedTest& test) { return {test.goals}; }

std::size_t CountNew(const Worth& worth, const std::set<model::GoalIndex>& covered) {
  return static_cast<std::size_t>(std::ranges::count_if(
      worth.goals, [&](model::GoalIndex goal) { return !covered.contains(goal); }));
}

template <typename Test>
std::vector<Test> Take(std::vector<Test>& tests, std::size_t most) {
  if (tests.size() <= most) return std::exchange(tests, {});
  std::vector<bool> chosen(tests.size());
  std::set<model::GoalIndex> covered;
  std::size_t count = 0;
  const auto choose = [&](std::size_t test) {
    chosen[test] = true;
    covered.insert(tests[test].goals.begin(), tests[test].goals.end());
    ++count;
  };
  for (std::size_t i = 0; i < tests.size(); ++i) {
    if (WorthOf(tests[i]).stays) choose(i);
  }
  while (count < most) {
    std::size_t best = tests.size();
    std::pair<bool, std::size_t> worth_of_best;
    for (std::size_t i = 0; i < tests.size(); ++i) {
      if (chosen[i]) continue;
      const Worth worth = WorthOf(tests[i]);
      const std::pair rank(!worth.is_last, CountNew(worth, covered));
      if (best < tests.size() && rank <= worth_of_best) continue;
      best = i;
      worth_of_best = rank;
    }
    if (best == tests.size()) break;
    choose(best);
  }
  std::vector<Test> taken, left;
  for (std::size_t i = 0; i < tests.size(); ++i) {
    (chosen[i] ? taken : left).push_back(std::move(tests[i]));
  }
  tests = std::move(left);
  return taken;
}

}  // namespace

model::Suite TakeMostWorth(model::Suite& suite, std::size_t most) { return Take(suite, most); }

std::vector<search::ArchivedTest> TakeMostWorth(std::vector<search::ArchivedTest>& tests,
                                                std::size_t most) {
  return Take(tests, most);
}

}  // namespace skua::campaign
