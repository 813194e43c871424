#include "search/varying/mutation.h"

#include <algorithm>
#include <utility>

#include "model/answering.h"
#include "model/named_objects.h"
#include "search/making/test_edits.h"

namespace skua::search {

using model::Callable;
using model::CallableIndex;
using model::CallableKind;
using model::ClassIndex;
using model::kNoIndex;
using model::Statement;
using model::StatementKind;
using model::TestCase;
using model::TypeIndex;
using model::TypeKind;
using model::VariableIndex;

namespace {

// Probabilities by which a lambda of a test double gets another answer.
constexpr double kOtherAnswer = 0.6;  // else another variable like the old one
constexpr double kAnswersByRaising = 0.3;
constexpr double kAnswersNone = 0.2;  // if nothing is declared, as the next; else any value
constexpr double kAnswersTruth = 0.2;
constexpr double kMoreAnswers = 0.3;
constexpr double kFewerAnswers = 0.3;
constexpr std::size_t kMostAnswers = 4;

}  // namespace

Mutation::Mutation(const model::Subject& subject, const SearchOptions& options,
                   const Primitives& primitives, const TypeSystem& types, TestFactory& factory)
    : subject_(subject),
      options_(options),
      primitives_(primitives),
      types_(types),
      factory_(factory),
      environment_(subject) {}

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
  const std::size_t prefix = environment_.PrefixOf(test);
  if (size == prefix) return false;
  erased_.assign(size, false);
  bool any = false;
  for (std::size_t i = prefix; i < size; ++i) {
    erased_[i] = rng.Below(size) == 0;
    any = any || erased_[i];
  }
  if (!any) return false;
  for (std::size_t i = 0; i < size; ++i) {
    Statement& user = test.statements[i];
    const bool has_names = IsTypedDict(subject_, user) || IsEnvironment(subject_, user);
    for (std::size_t k = 0; k < user.operands.size() && !erased_[i]; ++k) {
      VariableIndex& operand = user.operands[k];
      if (!erased_[operand]) continue;
      if (has_names && k % 2 == 0) {  // a name must stay that very text
        erased_[i] = true;
        break;
      }
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
  environment_.Normalise(test);
  return true;
}

bool Mutation::Change(TestCase& test, base::Rng& rng) {
  bool changed = false;
  const std::size_t size = test.size();
  // Begins at the end, so that statements put in front of a changed call are not changed in turn.
  for (std::size_t i = size; i > 0; --i) {
    if (rng.Below(size) == 0 && ChangeStatement(test, i - 1, rng)) changed = true;
  }
  if (changed) environment_.Normalise(test);
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
      if (!model::MayBePassed(subject_.classes[other])) return false;
      // An exception class is replaced by another exception class: a context may be left by it.
      if (subject_.classes[statement.target].is_exception &&
          !subject_.classes[other].is_exception) {
        return false;
      }
      return std::exchange(statement.target, other) != other;
    }
    case StatementKind::kCall:
      return !environment_.IsSeed(statement) && ChangeCall(test, index, rng);
    case StatementKind::kFunction:
      return ChangeFunction(test, index, rng);
    case StatementKind::kLambda:
      return ChangeLambda(test, index, rng);
    case StatementKind::kLazy:
      return false;
    default:
      break;
  }
  if (IsTypedDict(subject_, statement)) return ChangeTypedDict(test, index, rng);
  if (!IsPrimitive(statement.kind)) return ChangeCollection(test, index, rng);
  return !IsName(test, subject_, static_cast<VariableIndex>(index)) &&
         primitives_.Mutate(statement, rng);
}

// Passes another function, or the same method of another receiver.
bool Mutation::ChangeFunction(TestCase& test, std::size_t index, base::Rng& rng) {
  Statement& function = test.statements[index];
  const Callable& callable = subject_.callables[function.target];
  if (!function.operands.empty()) {
    const std::size_t other =
        FindInstance(test, index, callable.class_index, function.operands[0], rng);
    if (other == index) return false;
    function.operands[0] = static_cast<VariableIndex>(other);
    return true;
  }
  const std::size_t other = rng.Below(subject_.callables.size());
  const Callable& candidate = subject_.callables[other];
  if (other == function.target || !IsFunctionLike(candidate) || model::HasReceiver(candidate) ||
      candidate.is_protected) {
    return false;
  }
  function.target = static_cast<CallableIndex>(other);
  return true;
}

// Gives a lambda of a test double another answer, in place of its answers or after them: an
// exception or a value of the type `result`, which is often None or a truth value if nothing is
// declared.
bool Mutation::ChangeAnswer(TestCase& test, std::size_t index, TypeIndex result, base::Rng& rng) {
  const bool is_known = subject_.types[result].kind != TypeKind::kAny;
  const std::size_t answers = test.statements[index].operands.size();
  if (answers > 1 && rng.Chance(kFewerAnswers)) {
    Statement& lambda = test.statements[index];
    lambda.operands.resize(1);
    if (!IsException(test.statements[lambda.operands[0]])) lambda.integer &= ~model::kInTurn;
    return true;
  }
  VariableIndex answer = 0;
  const std::size_t before = test.size();
  {
    const Opening opening(test, index, set_aside_);
    const double choice = rng.Real();
    if (choice < kAnswersByRaising) {
      answer = factory_.values().functions().AppendExceptionClass(test, rng);
    } else if (is_known || choice > kAnswersByRaising + kAnswersNone + kAnswersTruth) {
      answer = factory_.values().AppendValue(test, result, rng, 1);
    } else if (choice > kAnswersByRaising + kAnswersNone) {
      answer = factory_.values().AppendPrimitive(test, StatementKind::kBool, rng);
    } else {
      answer = AppendStatement(test, {});
    }
  }
  Statement& lambda = test.statements[index + test.size() - before];
  const bool in_turn = answers > 0 && answers < kMostAnswers && rng.Chance(kMoreAnswers);
  if (!in_turn) lambda.operands.clear();
  lambda.operands.push_back(answer);
  lambda.integer &= ~(model::kInTurn | model::kReturnsFirst);
  if (in_turn || IsException(test.statements[answer])) lambda.integer |= model::kInTurn;
  return true;
}

bool Mutation::IsException(const Statement& statement) const {
  const ClassIndex is_of =
      statement.kind == StatementKind::kClass ? statement.target : types_.ClassOf(statement);
  return is_of != kNoIndex && subject_.classes[is_of].is_exception;
}

// Makes the lambda return another variable, one like the old one if there was any.
bool Mutation::ChangeLambda(TestCase& test, std::size_t index, base::Rng& rng) {
  Statement& lambda = test.statements[index];
  if ((lambda.integer & (model::kCallsFirst | model::kCallsLast)) != 0) return false;
  const model::Type& type = subject_.types[lambda.type];
  const TypeIndex result = type.arguments.empty() ? 0 : type.arguments.back();
  const bool is_double = lambda.type == 0 || model::IsAwaited(type);
  if (is_double && rng.Chance(kOtherAnswer)) {
    return ChangeAnswer(test, index, result, rng);
  }
  const bool had = !lambda.operands.empty();
  const VariableIndex old = had ? lambda.operands[0] : VariableIndex{0};
  const Shape shape = had ? types_.ShapeOf(test.statements[old]) : Shape{};
  const std::size_t other = FindVariable(index, rng, [&](VariableIndex v) {
    if (had && v == old) return false;
    return types_.Fits(test, v, result) &&
           (!had || types_.CanReplace(shape, types_.ShapeOf(test.statements[v])));
  });
  if (other == index) return false;
  lambda.operands.resize(1);
  lambda.operands[0] = static_cast<VariableIndex>(other);
  lambda.integer &= ~model::kReturnsFirst;
  if (!IsException(test.statements[other])) lambda.integer &= ~model::kInTurn;
  return true;
}

// Adds or removes a key that may be left out, or gives a key another value of its type.
bool Mutation::ChangeTypedDict(TestCase& test, std::size_t index, base::Rng& rng) {
  const model::Type& type = subject_.types[test.statements[index].type];
  if (type.names.empty()) return false;
  const std::size_t name = rng.Below(type.names.size());
  const auto place_of = [&](const Statement& dict) {
    std::size_t place = 0;
    while (place < dict.operands.size() &&
           test.statements[dict.operands[place]].text != type.names[name]) {
      place += 2;
    }
    return place;
  };
  Statement& there = test.statements[index];
  std::size_t place = place_of(there);
  const bool is_given = place < there.operands.size();
  if (is_given && name >= type.required_names && rng.Chance(0.5)) {
    const auto first = there.operands.begin() + static_cast<std::ptrdiff_t>(place);
    there.operands.erase(first, first + 2);
    return true;
  }
  VariableIndex key = 0, value = 0;
  const std::size_t before = test.size();
  {
    const Opening opening(test, index, set_aside_);
    if (!is_given) key = factory_.values().AppendText(test, type.names[name]);
    const TypeIndex wanted = name < type.arguments.size() ? type.arguments[name] : 0;
    value = factory_.values().AppendValue(test, wanted, rng, 1);
  }
  Statement& dict = test.statements[index + test.size() - before];
  if (is_given) return std::exchange(dict.operands[place + 1], value) != value;
  dict.operands.push_back(key);
  dict.operands.push_back(value);
  return true;
}

bool Mutation::ChangeCollection(TestCase& test, std::size_t index, base::Rng& rng) {
  const bool fixed_length = test.statements[index].kind == StatementKind::kTuple;
  const std::size_t count = std::max<std::size_t>(
      1, test.statements[index].operands.size() / OperandsPerItem(test.statements[index]));
  bool changed = false;
  if (!fixed_length && rng.Chance(1.0 / 3)) changed |= RemoveItems(test, index, count, rng);
  if (fixed_length || rng.Chance(1.0 / 3)) changed |= ReplaceElements(test, index, count, rng);
  if (!fixed_length && rng.Chance(1.0 / 3)) changed |= InsertItems(test, index, rng);
  return changed;
}

bool Mutation::RemoveItems(TestCase& test, std::size_t index, std::size_t count, base::Rng& rng) {
  const std::size_t step = OperandsPerItem(test.statements[index]);
  auto& operands = test.statements[index].operands;
  bool changed = false;
  for (std::size_t i = operands.size(); i >= step; i -= step) {
    if (rng.Below(count) != 0) continue;
    const auto first = operands.begin() + static_cast<std::ptrdiff_t>(i - step);
    operands.erase(first, first + static_cast<std::ptrdiff_t>(step));
    changed = true;
  }
  return changed;
}

bool Mutation::ReplaceElements(TestCase& test, std::size_t index, std::size_t count,
                               base::Rng& rng) {
  const std::size_t step = OperandsPerItem(test.statements[index]);
  auto& operands = test.statements[index].operands;
  bool changed = false;
  for (std::size_t i = 0; i + step <= operands.size(); i += step) {
    if (rng.Below(count) != 0) continue;
    VariableIndex& place = operands[i + (step == 2 ? rng.Below(2) : 0)];
    const Shape shape = types_.ShapeOf(test.statements[place]);
    const std::size_t other = FindVariable(index, rng, [&](VariableIndex v) {
      return v != place && types_.CanReplace(shape, types_.ShapeOf(test.statements[v]));
    });
    if (other == index) continue;
    place = static_cast<VariableIndex>(other);
    changed = true;
  }
  return changed;
}

bool Mutation::InsertItems(TestCase& test, std::size_t index, base::Rng& rng) {
  Statement& collection = test.statements[index];
  const std::size_t step = OperandsPerItem(collection);
  auto& operands = collection.operands;
  bool changed = false;
  for (double p = options_.string_insertion_probability; rng.Chance(p);
       p *= options_.string_insertion_probability) {
    const std::size_t key = FindElement(test, index, 0, rng);
    const std::size_t value = step == 2 ? FindElement(test, index, 1, rng) : key;
    if (key == index || value == index) break;
    const std::size_t place = step * rng.Below(operands.size() / step + 1);
    auto at = operands.begin() + static_cast<std::ptrdiff_t>(place);
    at = operands.insert(at, static_cast<VariableIndex>(key));
    if (step == 2) operands.insert(at + 1, static_cast<VariableIndex>(value));
    changed = true;
  }
  return changed;
}

std::size_t Mutation::FindElement(const TestCase& test, std::size_t index, std::size_t argument,
                                  base::Rng& rng) const {
  const Statement& collection = test.statements[index];
  const auto& arguments = subject_.types[collection.type].arguments;
  const TypeIndex wanted = argument < arguments.size() ? arguments[argument] : 0;
  // Elements without a declared type become like those that are there; keys must be hashable.
  const bool like =
      collection.operands.size() > argument && subject_.types[wanted].kind == TypeKind::kAny;
  const Shape shape =
      like ? types_.ShapeOf(test.statements[collection.operands[argument]]) : Shape{};
  const bool hashable = argument + 1 < OperandsPerItem(collection) ||
                        collection.kind == StatementKind::kSet ||
                        collection.kind == StatementKind::kFrozenSet;
  return FindVariable(index, rng, [&](VariableIndex v) {
    const Statement& candidate = test.statements[v];
    if (hashable && !IsPrimitive(candidate.kind)) return false;
    if (like && rng.Chance(0.9) && !types_.CanReplace(shape, types_.ShapeOf(candidate))) {
      return false;
    }
    return types_.Fits(test, v, wanted);
  });
}

}  // namespace skua::search
