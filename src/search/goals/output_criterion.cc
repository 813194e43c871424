// What calls come to: a class of values that a callable returns, or that it raises. Goals are
// numbered by the callable and by the class. Classes that the annotation does not foresee, and
// raising, count once they were seen.
#include <algorithm>

#include "search/goals/criteria.h"
#include "search/goals/value_classes.h"

namespace skua::search {
namespace {

using model::Criterion;
using model::CriterionGoal;
using model::ResultUse;
using model::StatementKind;

constexpr uint32_t kRaises = model::kValueClasses;
constexpr uint32_t kOutcomes = kRaises + 1;

class OutputFinder : public GoalFinder {
 public:
  explicit OutputFinder(const model::Subject& subject)
      : goals_(kOutcomes * subject.callables.size(), model::kNoIndex) {
    for (uint32_t i = 0; i < subject.criterion_goals.size(); ++i) {
      const CriterionGoal& goal = subject.criterion_goals[i];
      if (goal.criterion == Criterion::kOutput) goals_[kOutcomes * goal.of + goal.which] = i;
    }
  }

  void Find(const model::TestCase& test, const model::Trace& trace,
            std::vector<uint32_t>& found) const override {
    const auto add = [&](const model::Statement& statement, uint32_t outcome) {
      if (statement.kind != StatementKind::kCall) return;
      const uint32_t goal = goals_[kOutcomes * statement.target + outcome];
      if (goal != model::kNoIndex) found.push_back(goal);
    };
    const std::size_t returned = std::min(trace.result_values.size(), test.size());
    for (std::size_t i = 0; i < returned; ++i) {
      add(test.statements[i], static_cast<uint32_t>(trace.result_values[i]));
    }
    if (trace.verdict == model::Verdict::kRaised && trace.executed_statements < test.size()) {
      add(test.statements[trace.executed_statements], kRaises);
    }
  }

 private:
  std::vector<uint32_t> goals_;  // by callable and outcome
};

ValueClasses ExpectedOf(const model::Subject& subject, const model::Callable& callable) {
  ValueClasses classes = ClassesOf(subject, callable.result);
  if (callable.use == ResultUse::kIterate || callable.use == ResultUse::kAsyncIterate) {
    classes.reset();  // a list of the items
    classes.set(static_cast<std::size_t>(model::ValueClass::kEmpty));
    classes.set(static_cast<std::size_t>(model::ValueClass::kFilled));
  }
  return classes;
}

void AddOutputs(const model::Subject& subject, const CriterionEntry::ChangedLines* /*changed*/,
                std::vector<CriterionGoal>& goals) {
  for (uint32_t i = 0; i < subject.callables.size(); ++i) {
    const model::Callable& callable = subject.callables[i];
    if (!IsTested(callable) || callable.kind == model::CallableKind::kConstructor) continue;
    const ValueClasses expected = ExpectedOf(subject, callable);
    for (uint32_t outcome = 0; outcome < kOutcomes; ++outcome) {
      if (outcome == static_cast<uint32_t>(model::ValueClass::kOther)) continue;
      const bool is_expected = outcome != kRaises && expected[outcome];
      goals.push_back({.criterion = Criterion::kOutput,
                       .code_object = callable.code_object,
                       .of = i,
                       .which = outcome,
                       .is_sought = is_expected});
    }
  }
}

}  // namespace

template <>
CriterionEntry EntryOf<Criterion::kOutput>() {
  return {Criterion::kOutput, AddOutputs,
          [](const model::Subject& subject) -> std::unique_ptr<GoalFinder> {
            return std::make_unique<OutputFinder>(subject);
          }};
}

}  // namespace skua::search
