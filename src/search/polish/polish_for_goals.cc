#include "search/polish/polish_for_goals.h"

#include <algorithm>
#include <utility>

#include "search/polish/keeps_goals.h"
#include "search/polish/polish.h"

namespace skua::search {

using model::TestCase;

std::vector<ArchivedTest> PolishForGoals(const model::Subject& subject, model::Executor& executor,
                                         std::vector<ArchivedTest> tests,
                                         std::vector<TestCase>& settled,
                                         const base::Deadline& deadline) {
  std::vector<std::size_t> places;
  std::vector<ArchivedTest> before;
  std::vector<TestCase> cases, suite;
  for (std::size_t i = 0; i < tests.size(); ++i) {
    suite.push_back(tests[i].test);
    const bool is_settled = std::ranges::find(settled, tests[i].test) != settled.end();
    if (is_settled || tests[i].ending == Ending::kAccident) continue;
    places.push_back(i);
    before.push_back(tests[i]);
    cases.push_back(tests[i].test);
  }
  if (places.empty() || deadline.Expired()) return tests;
  KeepsGoals keeps_goals(subject, executor, before, deadline);
  const Keeps keeps = [&](std::size_t test, std::span<const TestCase> versions) {
    return keeps_goals.Ask(test, versions, model::Isolation::kShared);
  };
  // Versions that are not confirmed in time are lost.
  const base::Deadline trying =
      deadline.unlimited() ? deadline : deadline.Within(deadline.Remaining() / 2);
  const Polished polished = Polish(subject, cases, keeps, nullptr, trying, {.suite = suite});
  std::vector<std::size_t> changed;
  std::vector<TestCase> versions;
  std::vector<bool> is_best(places.size(), true);
  for (std::size_t k = 0; k < places.size(); ++k) {
    if (polished.tests[k] == cases[k]) continue;
    changed.push_back(k);
    versions.push_back(polished.tests[k]);
  }
  const std::vector<bool> kept = keeps_goals.AskForEach(changed, versions);
  for (std::size_t c = 0; c < changed.size(); ++c) {
    if (kept[c]) tests[places[changed[c]]].test = std::move(versions[c]);
    is_best[changed[c]] = kept[c];
  }
  for (std::size_t k = 0; k < places.size() && !trying.Expired(); ++k) {
    if (is_best[k]) settled.push_back(tests[places[k]].test);
  }
  return tests;
}

}  // namespace skua::search
