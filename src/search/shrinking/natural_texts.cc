#include "search/shrinking/natural_texts.h"

#include <algorithm>
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

std::vector<ArchivedTest> WithNaturalTexts(const model::Subject& subject, model::Executor& executor,
                                           std::vector<ArchivedTest> tests,
                                           const std::vector<model::TestCase>& settled,
                                           const base::Deadline& deadline) {
  const model::Vocabulary vocabulary(subject);
  std::vector<std::size_t> places;
  std::vector<ArchivedTest> odd;
  std::vector<model::TestCase> cases;
  for (std::size_t i = 0; i < tests.size(); ++i) {
    const bool is_settled = std::ranges::find(settled, tests[i].test) != settled.end();
    if (is_settled || CountOddTexts(tests[i].test, vocabulary) == 0) continue;
    places.push_back(i);
    odd.push_back(tests[i]);
    cases.push_back(tests[i].test);
  }
  if (places.empty() || deadline.Expired()) return tests;
  KeepsGoals keeps_goals(subject, executor, odd, deadline);
  const auto keeps = [&](model::Isolation isolation) -> Keeps {
    return [&, isolation](std::size_t test, std::span<const model::TestCase> candidates) {
      return keeps_goals.Ask(test, candidates, isolation);
    };
  };
  std::vector<model::TestCase> natural = MinimiseValues(
      subject, std::move(cases), keeps(model::Isolation::kShared), keeps(model::Isolation::kFresh),
      deadline, {.vocabulary = &vocabulary, .only_texts = true});
  for (std::size_t i = 0; i < places.size(); ++i) tests[places[i]].test = std::move(natural[i]);
  return tests;
}

}  // namespace skua::search
