#include "search/polish/keeps_goals.h"

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
  is_given_up_.resize(texts.size(), false);
  executor_.Execute(texts, Isolation::kFresh, deadline_, traces_);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    before_.push_back(BehaviourOf(texts[i], traces_[i], goals_));
    const bool is_shown =
        Preserves(before_[i], before_[i], kept_for_[i]) && EndsWithRaise(texts[i], traces_[i]);
    if (!is_shown) before_[i].verdict = model::Verdict::kNotRun;
  }
}

bool KeepsGoals::IsKept(std::size_t test, const TestCase& candidate,
                        const model::Trace& trace) const {
  return before_[test].verdict != model::Verdict::kNotRun && !trace.reached_out &&
         EndsWithRaise(candidate, trace) &&
         Preserves(BehaviourOf(candidate, trace, goals_), before_[test], kept_for_[test]);
}

std::vector<bool> KeepsGoals::Ask(std::size_t test, std::span<const TestCase> candidates,
                                  Isolation isolation) {
  std::vector<bool> keeps(candidates.size(), false);
  if (before_[test].verdict == model::Verdict::kNotRun || is_given_up_[test]) return keeps;
  executor_.Execute(candidates, isolation, deadline_, traces_);
  bool any_hung = false;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    keeps[i] = IsKept(test, candidates[i], traces_[i]);
    any_hung = any_hung || traces_[i].verdict == model::Verdict::kTimedOut;
  }
  // Each further version might take its whole limit, too.
  if (any_hung) is_given_up_[test] = true;
  return keeps;
}

std::vector<bool> KeepsGoals::AskForEach(std::span<const std::size_t> tests,
                                         std::span<const TestCase> candidates) {
  executor_.Execute(candidates, Isolation::kFresh, deadline_, traces_);
  std::vector<bool> keeps;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    keeps.push_back(IsKept(tests[i], candidates[i], traces_[i]));
  }
  return keeps;
}

}  // namespace skua::search
