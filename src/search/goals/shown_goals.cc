#include "search/goals/criteria.h"

namespace skua::search {
namespace {

using model::Criterion;
using model::CriterionGoal;

class ShownFinder : public GoalFinder {
 public:
  ShownFinder(const model::Subject& subject, Criterion criterion)
      : shown_by_(2 * subject.predicates.size()), shown_by_entry_(subject.code_objects.size()) {
    for (uint32_t i = 0; i < subject.criterion_goals.size(); ++i) {
      const CriterionGoal& goal = subject.criterion_goals[i];
      if (goal.criterion != criterion) continue;
      if (goal.near.empty()) shown_by_entry_[goal.code_object].push_back(i);
      for (const model::Branch& branch : goal.near) {
        shown_by_[2 * branch.predicate + (branch.outcome ? 1 : 0)].push_back(i);
      }
    }
  }

  void Find(const model::TestCase& /*test*/, const model::Trace& trace,
            std::vector<uint32_t>& found) const override {
    const auto add = [&found](const std::vector<uint32_t>& goals) {
      found.insert(found.end(), goals.begin(), goals.end());
    };
    for (const model::CodeObjectIndex c : trace.code_objects) add(shown_by_entry_[c]);
    for (const model::PredicateDistance& p : trace.predicates) {
      if (p.to_true == 0) add(shown_by_[2 * p.predicate + 1]);
      if (p.to_false == 0) add(shown_by_[2 * p.predicate]);
    }
  }

 private:
  std::vector<std::vector<uint32_t>> shown_by_;        // by branch: goals
  std::vector<std::vector<uint32_t>> shown_by_entry_;  // by code object
};

}  // namespace

std::unique_ptr<GoalFinder> FinderOfShown(const model::Subject& subject, Criterion criterion) {
  return std::make_unique<ShownFinder>(subject, criterion);
}

}  // namespace skua::search
