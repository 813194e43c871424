// What callables are given: a class of values for each parameter. Goals are numbered by the
// parameter, counted through all callables, and by the class. Classes that the annotation does not
// foresee count once a test has tried them. An argument counts as it was made, whatever calls have
// changed of it since.
#include <algorithm>

#include "search/goals/criteria.h"
#include "search/goals/value_classes.h"

namespace skua::search {
namespace {

using model::Criterion;
using model::CriterionGoal;
using model::ParameterKind;
using model::StatementKind;

// By callable, the number of its first parameter; after it how many there are.
std::vector<uint32_t> FirstParameters(const model::Subject& subject) {
  std::vector<uint32_t> first{0};
  for (const model::Callable& callable : subject.callables) {
    first.push_back(first.back() + static_cast<uint32_t>(callable.parameters.size()));
  }
  return first;
}

class InputFinder : public GoalFinder {
 public:
  explicit InputFinder(const model::Subject& subject)
      : subject_(subject),
        first_(FirstParameters(subject)),
        goals_(model::kValueClasses * first_.back(), model::kNoIndex) {
    for (uint32_t i = 0; i < subject.criterion_goals.size(); ++i) {
      const CriterionGoal& goal = subject.criterion_goals[i];
      if (goal.criterion == Criterion::kInput) {
        goals_[model::kValueClasses * goal.of + goal.which] = i;
      }
    }
  }

  void Find(const model::TestCase& test, const model::Trace& trace,
            std::vector<uint32_t>& found) const override {
    const std::size_t begun =
        trace.executed_statements + (trace.verdict == model::Verdict::kRaised ? std::size_t{1} : 0);
    for (std::size_t i = 0; i < std::min(begun, test.size()); ++i) {
      const model::Statement& call = test.statements[i];
      if (call.kind != StatementKind::kCall) continue;
      const std::size_t receivers = HasReceiver(subject_.callables[call.target]) ? 1 : 0;
      for (std::size_t a = 0; a < call.parameters.size(); ++a) {
        const uint32_t parameter = first_[call.target] + call.parameters[a];
        const auto value = trace.result_values[call.operands[receivers + a]];
        const uint32_t goal =
            goals_[model::kValueClasses * parameter + static_cast<std::size_t>(value)];
        if (goal != model::kNoIndex) found.push_back(goal);
      }
    }
  }

 private:
  const model::Subject& subject_;
  std::vector<uint32_t> first_;
  std::vector<uint32_t> goals_;  // by parameter and class
};

void AddInputs(const model::Subject& subject, const CriterionEntry::ChangedLines* /*changed*/,
               std::vector<CriterionGoal>& goals) {
  const std::vector<uint32_t> first = FirstParameters(subject);
  for (uint32_t i = 0; i < subject.callables.size(); ++i) {
    const model::Callable& callable = subject.callables[i];
    if (!IsTested(callable)) continue;
    for (uint32_t p = 0; p < callable.parameters.size(); ++p) {
      const model::Parameter& parameter = callable.parameters[p];
      const bool is_unpacked = parameter.kind == ParameterKind::kVarPositional ||
                               parameter.kind == ParameterKind::kVarKeyword;
      if (is_unpacked) continue;
      const ValueClasses expected = ClassesOf(subject, parameter.type);
      for (uint32_t value = 0; value < model::kValueClasses; ++value) {
        if (value == static_cast<uint32_t>(model::ValueClass::kOther)) continue;
        goals.push_back({.criterion = Criterion::kInput,
                         .code_object = callable.code_object,
                         .of = first[i] + p,
                         .which = value,
                         .is_sought = expected[value]});
      }
    }
  }
}

}  // namespace

template <>
CriterionEntry EntryOf<Criterion::kInput>() {
  return {Criterion::kInput, AddInputs,
          [](const model::Subject& subject) -> std::unique_ptr<GoalFinder> {
            return std::make_unique<InputFinder>(subject);
          }};
}

}  // namespace skua::search
