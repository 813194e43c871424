// The part of Mutation that changes calls: other arguments, more or fewer, another callable.
#include <algorithm>
#include <utility>

#include "search/making/test_edits.h"
#include "search/varying/mutation.h"

namespace skua::search {

using model::Callable;
using model::CallableIndex;
using model::CallableKind;
using model::ClassIndex;
using model::kNoIndex;
using model::Statement;
using model::StatementKind;
using model::TestCase;
using model::VariableIndex;

bool Mutation::ChangeCall(TestCase& test, std::size_t index, base::Rng& rng) {
  const Callable& callable = subject_.callables[test.statements[index].target];
  const std::size_t formal = callable.parameters.size() + FirstArgument(callable);
  bool changed = false;
  if (model::HasReceiver(callable) && rng.Below(formal) == 0) {
    VariableIndex& receiver = test.statements[index].operands[0];
    const std::size_t other = FindInstance(test, index, callable.class_index, receiver, rng);
    if (other != index) {
      receiver = static_cast<VariableIndex>(other);
      changed = true;
    }
  }
  // Begins at the last argument, because removing one moves those after it.
  for (std::size_t i = test.statements[index].parameters.size(); i > 0; --i) {
    if (rng.Below(formal) != 0 || i > test.statements[index].parameters.size()) continue;
    changed = ChangeArgument(test, index, i - 1, rng) || changed;
  }
  const std::size_t omitted = callable.parameters.size() - test.statements[index].parameters.size();
  if (omitted > 0 && rng.Below(formal) < omitted)
    changed = AddArgument(test, index, rng) || changed;
  return changed || ReplaceCall(test, index, rng);
}

// Keeps `index` at the call: inserts statements that it needs before it.
bool Mutation::ChangeArgument(TestCase& test, std::size_t& index, std::size_t argument,
                              base::Rng& rng) {
  const uint32_t target = test.statements[index].target;
  const Callable& callable = subject_.callables[target];
  const std::size_t place = FirstArgument(callable) + argument;
  const uint16_t parameter = test.statements[index].parameters[argument];
  const VariableIndex old = test.statements[index].operands[place];
  if (IsOptional(callable.parameters[parameter]) && rng.Chance(0.5)) {
    RemoveArgument(test.statements[index], callable, argument);
    return true;
  }
  if (rng.Chance(0.5)) {
    const std::size_t other = FindVariable(index, rng, [&](VariableIndex v) {
      return v != old && Suits(test, v, callable, parameter);
    });
    if (other != index) {
      test.statements[index].operands[place] = static_cast<VariableIndex>(other);
      return true;
    }
  }
  VariableIndex made = old;
  const std::size_t before = test.size();
  {
    const Opening opening(test, index, set_aside_);
    made = factory_.AppendArgument(test, target, parameter, rng);
  }
  index += test.size() - before;
  test.statements[index].operands[place] = made;
  return made != old;
}

bool Mutation::AddArgument(TestCase& test, std::size_t& index, base::Rng& rng) {
  const uint32_t target = test.statements[index].target;
  const Callable& callable = subject_.callables[target];
  const auto parameter = static_cast<uint16_t>(rng.Below(callable.parameters.size()));
  const auto& given = test.statements[index].parameters;
  if (std::find(given.begin(), given.end(), parameter) != given.end()) return false;
  VariableIndex made = 0;
  const std::size_t before = test.size();
  {
    const Opening opening(test, index, set_aside_);
    made = factory_.AppendArgument(test, target, parameter, rng);
  }
  index += test.size() - before;
  Statement& call = test.statements[index];
  const auto place = std::lower_bound(call.parameters.begin(), call.parameters.end(), parameter);
  const auto rank = place - call.parameters.begin();
  call.parameters.insert(place, parameter);
  call.operands.insert(
      call.operands.begin() + static_cast<std::ptrdiff_t>(FirstArgument(callable)) + rank, made);
  DropUnpassable(call, callable);
  return true;
}

std::size_t Mutation::FindInstance(const TestCase& test, std::size_t end, ClassIndex class_index,
                                   std::size_t old, base::Rng& rng) const {
  return FindVariable(end, rng, [&](VariableIndex v) {
    const ClassIndex is_of = types_.ClassOf(test.statements[v]);
    return v != old && is_of != kNoIndex && types_.IsSubclass(is_of, class_index);
  });
}

bool Mutation::Suits(const TestCase& test, VariableIndex variable, const Callable& callable,
                     std::size_t parameter) const {
  const Statement& statement = test.statements[variable];
  if (LeavesByException(callable)) {
    return statement.kind == StatementKind::kClass &&
           subject_.classes[statement.target].is_exception;
  }
  // Names and contents of files come from EnvironmentFactory alone.
  if (callable.kind == CallableKind::kEnvironment) return false;
  return types_.FitsParameter(test, variable, callable.parameters[parameter]);
}

bool Mutation::MayReplace(const Statement& call, CallableIndex target, bool is_used) const {
  const Callable& callable = subject_.callables[target];
  if (target == call.target || callable.is_protected) return false;
  if (callable.kind == CallableKind::kEnvironment) return false;
  if (!is_used) return callable.in_subject;
  Statement other;
  other.kind = StatementKind::kCall;
  other.target = target;
  other.type = callable.result;
  return types_.CanReplace(types_.ShapeOf(call), types_.ShapeOf(other));
}

// Replaces the call by another one with the same type of result, for which the variables at hand
// suffice.
bool Mutation::ReplaceCall(TestCase& test, std::size_t index, base::Rng& rng) {
  if (IsEnvironment(subject_, test.statements[index])) return false;
  const bool is_used = std::any_of(test.statements.begin() + static_cast<std::ptrdiff_t>(index),
                                   test.statements.end(), [&](const Statement& user) {
                                     return std::find(user.operands.begin(), user.operands.end(),
                                                      index) != user.operands.end();
                                   });
  const std::size_t start = rng.Below(subject_.callables.size());
  for (std::size_t i = 0; i < subject_.callables.size(); ++i) {
    const auto target = static_cast<uint32_t>((start + i) % subject_.callables.size());
    if (!MayReplace(test.statements[index], target, is_used)) continue;
    const Callable& callable = subject_.callables[target];
    Statement call;
    call.kind = StatementKind::kCall;
    call.target = target;
    call.type = callable.result;
    bool satisfied = true;
    if (model::HasReceiver(callable)) {
      const std::size_t receiver = FindInstance(test, index, callable.class_index, index, rng);
      satisfied = receiver != index;
      call.operands.push_back(static_cast<VariableIndex>(receiver));
    }
    for (std::size_t p = 0; satisfied && p < callable.parameters.size(); ++p) {
      const model::Parameter& parameter = callable.parameters[p];
      if (IsOptional(parameter) && rng.Chance(options_.skip_optional_probability)) continue;
      const std::size_t variable =
          FindVariable(index, rng, [&](VariableIndex v) { return Suits(test, v, callable, p); });
      if (variable == index) {
        satisfied = IsOptional(parameter);
        continue;
      }
      call.operands.push_back(static_cast<VariableIndex>(variable));
      call.parameters.push_back(static_cast<uint16_t>(p));
    }
    if (!satisfied) continue;
    DropUnpassable(call, callable);
    test.statements[index] = std::move(call);
    return true;
  }
  return false;
}

}  // namespace skua::search
