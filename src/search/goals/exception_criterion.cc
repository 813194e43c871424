// Exceptions that leave a callable and that it does not declare. Goals are numbered by the callable
// and by the type; nobody knows beforehand which there are, so that each counts once it was seen.
// Types are Python's own, those that the subject knows, and others as tests come to raise them
// (Subject::met_exceptions); so many of these are told apart.
#include <algorithm>
#include <sstream>
#include <string_view>
#include <unordered_map>

#include "search/goals/criteria.h"
#include "search/goals/value_classes.h"

namespace skua::search {
namespace {

using model::Criterion;
using model::CriterionGoal;

constexpr std::string_view kBuiltins =
    "ArithmeticError AssertionError AttributeError BaseException BlockingIOError BrokenPipeError "
    "BufferError ChildProcessError ConnectionAbortedError ConnectionError ConnectionRefusedError "
    "ConnectionResetError EOFError Exception ExceptionGroup FileExistsError FileNotFoundError "
    "FloatingPointError GeneratorExit ImportError IndentationError IndexError InterruptedError "
    "IsADirectoryError KeyError KeyboardInterrupt LookupError ModuleNotFoundError NameError "
    "NotADirectoryError NotImplementedError OSError OverflowError PermissionError "
    "ProcessLookupError RecursionError ReferenceError RuntimeError StopAsyncIteration "
    "StopIteration SyntaxError SystemError SystemExit TabError TimeoutError TypeError "
    "UnboundLocalError UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeTranslateError "
    "UserWarning ValueError Warning ZeroDivisionError";

constexpr std::size_t kMostOtherTypes = 32;  // what comes after them counts as the last

// "module:qualname" of each type that is known beforehand.
std::vector<std::string> KnownTypesOf(const model::Subject& subject) {
  std::vector<std::string> types;
  std::istringstream names{std::string(kBuiltins)};
  for (std::string name; names >> name;) types.push_back("builtins:" + name);
  for (const model::Class& one : subject.classes) {
    const std::string name = one.module + ":" + one.qualified_name;
    if (one.is_exception && std::ranges::find(types, name) == types.end()) types.push_back(name);
  }
  return types;
}

std::string_view LastName(std::string_view type) {
  return type.substr(std::min(type.size(), type.find_last_of(":.") + 1));
}

class ExceptionFinder : public GoalFinder {
 public:
  explicit ExceptionFinder(const model::Subject& subject)
      : known_(KnownTypesOf(subject)),
        types_(known_.size() + kMostOtherTypes),
        subject_(subject),
        goals_(types_ * subject.callables.size(), model::kNoIndex) {
    for (uint32_t i = 0; i < known_.size(); ++i) numbers_.emplace(known_[i], i);
    for (uint32_t i = 0; i < subject.criterion_goals.size(); ++i) {
      const CriterionGoal& goal = subject.criterion_goals[i];
      if (goal.criterion == Criterion::kException) goals_[types_ * goal.of + goal.which] = i;
    }
  }

  void Find(const model::TestCase& test, const model::Trace& trace,
            std::vector<uint32_t>& found) const override {
    if (trace.verdict != model::Verdict::kRaised || trace.executed_statements >= test.size()) {
      return;
    }
    const model::Statement& call = test.statements[trace.executed_statements];
    if (call.kind != model::StatementKind::kCall) return;
    if (!IsEntered(call.target, trace) || IsDeclared(call.target, trace.exception)) return;
    const uint32_t goal = goals_[types_ * call.target + NumberOf(trace.exception)];
    if (goal != model::kNoIndex) found.push_back(goal);
  }

 private:
  // Arguments that do not fit are refused before any code of the callable runs.
  bool IsEntered(model::CallableIndex callable, const model::Trace& trace) const {
    return std::ranges::binary_search(trace.code_objects, subject_.callables[callable].code_object);
  }
  bool IsDeclared(model::CallableIndex callable, std::string_view type) const {
    const auto& declared = subject_.callables[callable].declared_exceptions;
    return std::ranges::find(declared, LastName(type)) != declared.end();
  }

  std::size_t NumberOf(const std::string& type) const {
    if (const auto known = numbers_.find(type); known != numbers_.end()) return known->second;
    std::vector<std::string>& others = *subject_.met_exceptions;
    auto place = static_cast<std::size_t>(std::ranges::find(others, type) - others.begin());
    if (place == others.size() && place < kMostOtherTypes) others.push_back(type);
    return known_.size() + std::min(place, kMostOtherTypes - 1);
  }

  const std::vector<std::string> known_;
  const std::size_t types_;
  const model::Subject& subject_;
  std::unordered_map<std::string_view, uint32_t> numbers_;
  std::vector<uint32_t> goals_;  // by callable and type
};

void AddExceptions(const model::Subject& subject, const CriterionEntry::ChangedLines* /*changed*/,
                   std::vector<CriterionGoal>& goals) {
  std::vector<std::string> types = KnownTypesOf(subject);
  types.resize(types.size() + kMostOtherTypes);
  for (uint32_t i = 0; i < subject.callables.size(); ++i) {
    const model::Callable& callable = subject.callables[i];
    if (!IsTested(callable)) continue;
    const auto& declared = callable.declared_exceptions;
    for (uint32_t type = 0; type < types.size(); ++type) {
      if (std::ranges::find(declared, LastName(types[type])) != declared.end()) continue;
      goals.push_back({.criterion = Criterion::kException,
                       .code_object = callable.code_object,
                       .of = i,
                       .which = type,
                       .is_sought = false});
    }
  }
}

}  // namespace

template <>
CriterionEntry EntryOf<Criterion::kException>() {
  return {Criterion::kException, AddExceptions,
          [](const model::Subject& subject) -> std::unique_ptr<GoalFinder> {
            return std::make_unique<ExceptionFinder>(subject);
          }};
}

}  // namespace skua::search
