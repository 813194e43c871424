#include "search/shrinking/natural_texts.h"

#include <algorithm>
#include <functional>
#include <span>
#include <utility>

#include "search/shrinking/value_minimiser.h"

namespace skua::search {

std::size_t CountOddTexts(const model::TestCase& test, const model::Vocabulary& vocabulary) {
  return static_cast<std::size_t>(std::ranges::count_if(test.statements, [&](const auto& it) {
    const bool is_text =
        it.kind == model::StatementKind::kStr || it.kind == model::StatementKind::kBytes;
    return is_text && !vocabulary.IsNatural(it.text);
  }));
}

namespace {

// Makes those tests plainer that are `meant`, in place. Returns which of them cannot be plainer.
std::vector<std::size_t> MakePlainer(const model::Subject& subject, model::Executor& executor,
                                     const std::function<bool(const ArchivedTest&)>& meant,
                                     ValueMinimiserOptions options, const base::Deadline& deadline,
                                     std::vector<ArchivedTest>& tests) {
  std::vector<std::size_t> places;
  std::vector<ArchivedTest> before;
  std::vector<model::TestCase> cases, suite;
  for (std::size_t i = 0; i < tests.size(); ++i) {
    suite.push_back(tests[i].test);
    if (!meant(tests[i])) continue;
    places.push_back(i);
    before.push_back(tests[i]);
    cases.push_back(tests[i].test);
  }
  if (places.empty() || deadline.Expired()) return {};
  KeepsGoals keeps_goals(subject, executor, before, deadline);
  const Keeps keeps = [&](std::size_t test, std::span<const model::TestCase> candidates) {
    return keeps_goals.Ask(test, candidates, model::Isolation::kShared);
  };
  options.suite = suite;
  // What is not confirmed in time is lost.
  const base::Deadline trying =
      deadline.unlimited() ? deadline : deadline.Within(deadline.Remaining() / 2);
  const std::vector<model::TestCase> plainer =
      MinimiseValues(subject, cases, keeps, nullptr, trying, options);
  std::vector<std::size_t> changed;
  std::vector<model::TestCase> candidates;
  std::vector<std::size_t> plain;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (plainer[i] == cases[i]) {
      plain.push_back(places[i]);
      continue;
    }
    changed.push_back(i);
    candidates.push_back(plainer[i]);
  }
  const std::vector<bool> kept = keeps_goals.AskForEach(changed, candidates);
  for (std::size_t k = 0; k < changed.size(); ++k) {
    if (!kept[k]) continue;
    tests[places[changed[k]]].test = std::move(candidates[k]);
    plain.push_back(places[changed[k]]);
  }
  if (trying.Expired()) plain.clear();
  return plain;
}

bool IsIn(const std::vector<model::TestCase>& settled, const ArchivedTest& test) {
  return std::ranges::find(settled, test.test) != settled.end();
}

}  // namespace

std::vector<ArchivedTest> WithNaturalTexts(const model::Subject& subject, model::Executor& executor,
                                           std::vector<ArchivedTest> tests,
                                           const std::vector<model::TestCase>& settled,
                                           const base::Deadline& deadline) {
  const model::Vocabulary vocabulary(subject);
  MakePlainer(
      subject, executor,
      [&](const ArchivedTest& test) {
        return !IsIn(settled, test) && CountOddTexts(test.test, vocabulary) > 0;
      },
      {.vocabulary = &vocabulary, .keeps_substance = true, .only_texts = true}, deadline, tests);
  return tests;
}

std::vector<ArchivedTest> WithPlainValues(const model::Subject& subject, model::Executor& executor,
                                          std::vector<ArchivedTest> tests,
                                          std::vector<model::TestCase>& settled,
                                          const base::Deadline& deadline) {
  const model::Vocabulary vocabulary(subject);
  const std::vector<std::size_t> plain = MakePlainer(
      subject, executor,
      [&](const ArchivedTest& test) {
        return test.ending != Ending::kAccident && !IsIn(settled, test);
      },
      {.vocabulary = &vocabulary, .keeps_substance = true}, deadline, tests);
  for (const std::size_t place : plain) settled.push_back(tests[place].test);
  return tests;
}

}  // namespace skua::search
