#include "campaign/suite/part_of_suite.h"

#include <algorithm>
#include <queue>
#include <set>
#include <tuple>
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

// Tests only add fewer goals as others are taken: the greedy choice counts again only the first
// tests of the queue, so that even thousands of tests of as many goals take little time.
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
  // Ranks the first of equal tests highest.
  const auto rank_of = [&](std::size_t test) {
    const Worth worth = WorthOf(tests[test]);
    return std::tuple(!worth.is_last, CountNew(worth, covered), tests.size() - test);
  };
  for (std::size_t i = 0; i < tests.size(); ++i) {
    if (WorthOf(tests[i]).stays) choose(i);
  }
  std::priority_queue<std::tuple<bool, std::size_t, std::size_t>> others;
  for (std::size_t i = 0; i < tests.size(); ++i) {
    if (!chosen[i]) others.push(rank_of(i));
  }
  while (count < most && !others.empty()) {
    const auto rank = others.top();
    others.pop();
    const std::size_t test = tests.size() - std::get<2>(rank);
    if (const auto now = rank_of(test); now == rank) {
      choose(test);
    } else {
      others.push(now);
    }
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
