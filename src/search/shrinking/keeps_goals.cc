#include "search/shrinking/value_minimiser.h"

namespace skua::search {

using model::Isolation;
using model::TestCase;

KeepsGoals::KeepsGoals(const model::Subject& subject, model::Executor& executor,
                       std::span<const ArchivedTest> tests, const base::Deadline& deadline)
    : executor_(executor), deadline_(deadline), goals_(subject) {
  std::vector<TestCase> texts;
  for (const ArchivedTest& it : tests) {
    texts.push_back(it.test);
    kept_for_.push_back(it.goals);
  }
  executor_.Execute(texts, Isolation::kFresh, deadline_, traces_);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    before_.push_back(BehaviourOf(texts[i], traces_[i], goals_));
    const bool is_shown =
        Preserves(before_[i], before_[i], kept_for_[i]) && EndsWithRaise(texts[i], traces_[i]);
    if (!is_shown) before_[i].verdict = model::Verdict::kNotRun;
  }
}

std::vector<bool> KeepsGoals::Ask(std::size_t test, std::span<const TestCase> candidates,
                                  Isolation isolation) {
  std::vector<bool> keeps(candidates.size(), false);
  if (before_[test].verdict == model::Verdict::kNotRun) return keeps;
  executor_.Execute(candidates, isolation, deadline_, traces_);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    keeps[i] =
        !traces_[i].reached_out && EndsWithRaise(candidates[i], traces_[i]) &&
        Preserves(BehaviourOf(candidates[i], traces_[i], goals_), before_[test], kept_for_[test]);
  }
  return keeps;
}

}  // namespace skua::search
