#include "search/mutation.h"

#include <algorithm>
#include <utility>

#include "search/test_edits.h"

namespace skua::search {

using model::Callable;
using model::Statement;
using model::StatementKind;
using model::TestCase;
using model::TypeIndex;
using model::TypeKind;
using model::VariableIndex;

Mutation::Mutation(const model::Subject& subject, const SearchOptions& options,
                   const Primitives& primitives, const TypeSystem& types, TestFactory& factory)
    : subject_(subject),
      options_(options),
      primitives_(primitives),
      types_(types),
      factory_(factory) {}

template <typename Predicate>
std::size_t Mutation::FindVariable(std::size_t end, base::Rng& rng, Predicate fits) const {
  if (end == 0) return end;
  const std::size_t start = rng.Below(end);
  for (std::size_t i = 0; i < end; ++i) {
    const std::size_t variable = (start + i) % end;
    if (fits(static_cast<VariableIndex>(variable))) return variable;
  }
  return end;
}

bool Mutation::Mutate(TestCase& test, std::size_t end, base::Rng& rng) {
  switch (rng.Below(3)) {
    case 0:
      return Remove(test, rng);
    case 1:
      return Change(test, rng);
    default:
      return factory_.InsertStatements(test, end, rng);
  }
}

bool Mutation::Remove(TestCase& test, base::Rng& rng) {
  const std::size_t size = test.size();
  if (size == 0) return false;
  erased_.assign(size, false);
  bool any = false;
  for (std::size_t i = 0; i < size; ++i) {
    erased_[i] = rng.Below(size) == 0;
    any = any || erased_[i];
  }
  if (!any) return false;
  for (std::size_t i = 0; i < size; ++i) {
    Statement& user = test.statements[i];
    for (VariableIndex& operand : user.operands) {
      if (erased_[i]) break;
      if (!erased_[operand]) continue;
      const Shape shape = types_.ShapeOf(test.statements[operand]);
      const std::size_t other = FindVariable(i, rng, [&](VariableIndex v) {
        return !erased_[v] && types_.CanReplace(shape, types_.ShapeOf(test.statements[v]));
      });
      if (other == i) {
        erased_[i] = true;
      } else {
        operand = static_cast<VariableIndex>(other);
      }
    }
  }
  Erase(test, erased_);
  return true;
}

bool Mutation::Change(TestCase& test, base::Rng& rng) {
  bool changed = false;
  const std::size_t size = test.size();
  // From the end, so that statements put in front of a changed call are not changed in turn.
  for (std::size_t i = size; i > 0; --i) {
    if (rng.Below(size) == 0 && ChangeStatement(test, i - 1, rng)) changed = true;
  }
  return changed;
}

bool Mutation::ChangeStatement(TestCase& test, std::size_t index, base::Rng& rng) {
  Statement& statement = test.statements[index];
  switch (statement.kind) {
    case StatementKind::kNone:
      return false;
    case StatementKind::kEnumMember: {
      const auto count = subject_.classes[statement.target].enum_members.size();
      const auto member = static_cast<int64_t>(rng.Below(count));
      return std::exchange(statement.integer, member) != member;
    }
    case StatementKind::kClass: {
      const auto other = static_cast<uint32_t>(rng.Below(subject_.classes.size()));
      return std::exchange(statement.target, other) != other;
    }
    case StatementKind::kCall:
      return ChangeCall(test, index, rng);
    default:
      return IsPrimitive(statement.kind) ? primitives_.Mutate(statement, rng)
                                         : ChangeCollection(test, index, rng);
  }
}

bool Mutation::ChangeCollection(TestCase& test, std::size_t index, base::Rng& rng) {
  Statement& collection = test.statements[index];
  const bool is_dict = collection.kind == StatementKind::kDict;
  const std::size_t step = is_dict ? 2 : 1;
  auto& operands = collection.operands;
  bool changed = false;
  // Another variable like the one at `place`; any at all for elements of no declared type.
  const auto other_than = [&](VariableIndex old) {
    const Shape shape = types_.ShapeOf(test.statements[old]);
    const std::size_t other = FindVariable(index, rng, [&](VariableIndex v) {
      return v != old && types_.CanReplace(shape, types_.ShapeOf(test.statements[v]));
    });
    return other == index ? old : static_cast<VariableIndex>(other);
  };
  const bool fixed_length = collection.kind == StatementKind::kTuple;
  const std::size_t count = std::max<std::size_t>(1, operands.size() / step);
  if (!fixed_length && rng.Chance(1.0 / 3)) {
    for (std::size_t i = operands.size(); i >= step; i -= step) {
      if (rng.Below(count) != 0) continue;
      const auto first = operands.begin() + static_cast<std::ptrdiff_t>(i - step);
      operands.erase(first, first + static_cast<std::ptrdiff_t>(step));
      changed = true;
    }
  }
  if (fixed_length || rng.Chance(1.0 / 3)) {
    for (std::size_t i = 0; i + step <= operands.size(); i += step) {
      if (rng.Below(count) != 0) continue;
      VariableIndex& place = operands[i + (is_dict ? rng.Below(2) : 0)];
      const VariableIndex other = other_than(place);
      changed = changed || other != place;
      place = other;
    }
  }
  if (!fixed_length && rng.Chance(1.0 / 3)) {
    const TypeIndex type = collection.type;
    const auto& arguments = subject_.types[type].arguments;
    const auto find = [&](std::size_t argument) {
      const TypeIndex wanted = argument < arguments.size() ? arguments[argument] : 0;
      // Elements of no declared type are like those that are there; keys must be hashable.
      const bool like = operands.size() > argument && subject_.types[wanted].kind == TypeKind::kAny;
      const Shape shape = like ? types_.ShapeOf(test.statements[operands[argument]]) : Shape{};
      const bool hashable = argument + 1 < step || collection.kind == StatementKind::kSet ||
                            collection.kind == StatementKind::kFrozenSet;
      return FindVariable(index, rng, [&](VariableIndex v) {
        const Statement& candidate = test.statements[v];
        if (hashable && !IsPrimitive(candidate.kind)) return false;
        if (like && rng.Chance(0.9) && !types_.CanReplace(shape, types_.ShapeOf(candidate))) {
          return false;
        }
        return types_.Fits(test, v, wanted);
      });
    };
    for (double p = options_.string_insertion_probability; rng.Chance(p);
         p *= options_.string_insertion_probability) {
      const std::size_t key = find(0);
      const std::size_t value = is_dict ? find(1) : key;
      if (key == index || value == index) break;
      const std::size_t place = step * rng.Below(operands.size() / step + 1);
      auto at = operands.begin() + static_cast<std::ptrdiff_t>(place);
      at = operands.insert(at, static_cast<VariableIndex>(key));
      if (is_dict) operands.insert(at + 1, static_cast<VariableIndex>(value));
      changed = true;
    }
  }
  return changed;
}

bool Mutation::ChangeCall(TestCase& test, std::size_t index, base::Rng& rng) {
  const Callable& callable = subject_.callables[test.statements[index].target];
  const std::size_t formal = callable.parameters.size() + FirstArgument(callable);
  bool changed = false;
  if (model::HasReceiver(callable) && rng.Below(formal) == 0) {
    VariableIndex& receiver = test.statements[index].operands[0];
    const Shape shape{TypeKind::kClass, callable.class_index};
    const std::size_t other = FindVariable(index, rng, [&](VariableIndex v) {
      return v != receiver && types_.CanReplace(shape, types_.ShapeOf(test.statements[v]));
    });
    if (other != index) {
      receiver = static_cast<VariableIndex>(other);
      changed = true;
    }
  }
  // From the last, because removing one moves those behind it.
  for (std::size_t i = test.statements[index].parameters.size(); i > 0; --i) {
    if (rng.Below(formal) != 0 || i > test.statements[index].parameters.size()) continue;
    changed = ChangeArgument(test, index, i - 1, rng) || changed;
  }
  const std::size_t omitted = callable.parameters.size() - test.statements[index].parameters.size();
  if (omitted > 0 && rng.Below(formal) < omitted)
    changed = AddArgument(test, index, rng) || changed;
  return changed || ReplaceCall(test, index, rng);
}

// `index` is where the call stands, before and after: what it needs is put in front of it.
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
      return v != old && types_.FitsParameter(test, v, callable.parameters[parameter]);
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

// Another call with the same type of result, for which the variables there suffice.
bool Mutation::ReplaceCall(TestCase& test, std::size_t index, base::Rng& rng) {
  const uint32_t old = test.statements[index].target;
  const Shape shape = types_.ShapeOf(test.statements[index]);
  const bool is_used = std::any_of(test.statements.begin() + static_cast<std::ptrdiff_t>(index),
                                   test.statements.end(), [&](const Statement& user) {
                                     return std::find(user.operands.begin(), user.operands.end(),
                                                      index) != user.operands.end();
                                   });
  const std::size_t start = rng.Below(subject_.callables.size());
  for (std::size_t i = 0; i < subject_.callables.size(); ++i) {
    const auto target = static_cast<uint32_t>((start + i) % subject_.callables.size());
    const Callable& callable = subject_.callables[target];
    if (target == old || (callable.is_protected && !options_.call_protected)) continue;
    Statement call;
    call.kind = StatementKind::kCall;
    call.target = target;
    call.type = callable.result;
    if (is_used ? !types_.CanReplace(shape, types_.ShapeOf(call)) : !callable.in_subject) continue;
    bool satisfied = true;
    if (model::HasReceiver(callable)) {
      const Shape wanted{TypeKind::kClass, callable.class_index};
      const std::size_t receiver = FindVariable(index, rng, [&](VariableIndex v) {
        return types_.CanReplace(wanted, types_.ShapeOf(test.statements[v]));
      });
      satisfied = receiver != index;
      call.operands.push_back(static_cast<VariableIndex>(receiver));
    }
    for (std::size_t p = 0; satisfied && p < callable.parameters.size(); ++p) {
      const model::Parameter& parameter = callable.parameters[p];
      if (IsOptional(parameter) && rng.Chance(options_.skip_optional_probability)) continue;
      const std::size_t variable = FindVariable(
          index, rng, [&](VariableIndex v) { return types_.FitsParameter(test, v, parameter); });
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
