#include "search/probing/concrete_arguments.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "model/answering.h"

namespace skua::search {

using model::CallableIndex;
using model::ClassIndex;
using model::kNoIndex;
using model::LazyUse;
using model::Statement;
using model::StatementKind;
using model::TestCase;
using model::Value;
using model::ValueKind;
using model::VariableIndex;
using Part = LazyUse::Part;

namespace {

constexpr unsigned kDeepestArgument = 8;
constexpr int64_t kMostElements = 16;
constexpr double kCallsGiven = 0.5;  // a function that is given a function, and need not call it

bool IsSpecial(std::string_view name) { return name.starts_with("__") && name.ends_with("__"); }

const Value* FirstOf(const std::vector<Value>& values, ValueKind kind) {
  const auto place = std::find_if(values.begin(), values.end(),
                                  [&](const Value& value) { return value.kind == kind; });
  return place == values.end() ? nullptr : &*place;
}

bool IsHashable(const Value& value) { return value.kind <= ValueKind::kBytes; }

}  // namespace

ConcreteArguments::ConcreteArguments(const model::Subject& subject, const Primitives& primitives,
                                     const TypeSystem& types, ValueFactory& values)
    : subject_(subject), primitives_(primitives), types_(types), values_(values) {
  const auto constructor = [&](std::string_view module, std::string_view name) {
    const ClassIndex found = types.Find(module, name);
    const bool has_any = found != kNoIndex && !subject.classes[found].constructors.empty();
    return has_any ? subject.classes[found].constructors[0] : kNoIndex;
  };
  namespace_ = constructor("types", "SimpleNamespace");
  context_ = constructor("contextlib", "nullcontext");
}

// Finds the parameter by its name, else takes **kwargs.
std::optional<std::size_t> ConcreteArguments::NamespaceParameter(std::string_view name) const {
  if (namespace_ == kNoIndex) return std::nullopt;
  const auto& parameters = subject_.callables[namespace_].parameters;
  std::optional<std::size_t> found;
  for (std::size_t p = 0; p < parameters.size(); ++p) {
    if (parameters[p].kind == model::ParameterKind::kVarKeyword) found = found ? found : p;
    if (parameters[p].name == name && parameters[p].kind == model::ParameterKind::kKeywordOnly) {
      return p;
    }
  }
  return found;
}

TestCase ConcreteArguments::Concretise(const TestCase& lazy, std::span<const LazyUse> uses,
                                       std::vector<VariableIndex>& variables, base::Rng& rng) {
  TestCase test;
  uses_ = uses;
  test_ = &test;
  variables.clear();
  for (std::size_t i = 0; i < lazy.size(); ++i) {
    if (lazy.statements[i].kind != StatementKind::kLazy) {
      Statement statement = lazy.statements[i];
      for (VariableIndex& operand : statement.operands) operand = variables[operand];
      variables.push_back(Append(std::move(statement)));
      continue;
    }
    const auto root = std::find_if(uses.begin(), uses.end(), [&](const LazyUse& use) {
      return use.part == Part::kArgument && use.variable == i;
    });
    variables.push_back(root == uses.end() ? values_.AppendPrimitive(test, StatementKind::kStr, rng)
                                           : Build(static_cast<Use>(root - uses.begin()), 0, rng));
  }
  uses_ = {};
  test_ = nullptr;
  return test;
}

std::vector<ConcreteArguments::Use> ConcreteArguments::PartsOf(Use use, Part part) const {
  std::vector<Use> parts;
  for (Use i = use + 1; i < uses_.size(); ++i) {
    if (uses_[i].parent == use && uses_[i].part == part) parts.push_back(i);
  }
  return parts;
}

std::vector<std::string_view> ConcreteArguments::NamesOf(Use use) const {
  std::vector<std::string_view> names;
  for (Use part : PartsOf(use, Part::kAttribute)) {
    if (!IsSpecial(uses_[part].name)) names.push_back(uses_[part].name);
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

bool ConcreteArguments::IsFalse(Use use) const {
  const Value& given = uses_[use].given;
  return Did(use, LazyUse::kTruth) && given.kind == ValueKind::kBool && given.integer == 0;
}

bool ConcreteArguments::WasNone(Use use) const {
  const LazyUse& it = uses_[use];
  return Did(use, LazyUse::kCompared) && it.given.kind == ValueKind::kBool &&
         it.given.integer == 0 && FirstOf(it.operands, ValueKind::kNone) != nullptr;
}

VariableIndex ConcreteArguments::Build(Use use, unsigned depth, base::Rng& rng) {
  if (WasNone(use)) return Append({});
  const Guess guess = depth < kDeepestArgument ? GuessOf(use, rng) : Guess{};
  switch (guess.form) {
    case Form::kList:
      return BuildList(use, StatementKind::kList, depth, rng);
    case Form::kTuple:
      return BuildList(use, StatementKind::kTuple, depth, rng);
    case Form::kSet:
      return BuildSet(use, StatementKind::kSet, depth, rng);
    case Form::kFrozenSet:
      return BuildSet(use, StatementKind::kFrozenSet, depth, rng);
    case Form::kDict:
      return BuildDict(use, depth, rng);
    case Form::kFunction:
      return BuildFunction(use, depth, rng);
    case Form::kType:
      return values_.AppendGuess(*test_, static_cast<search::Guess>(StatementKind::kClass), rng, 1);
    case Form::kPath:
      return values_.environment().AppendPathText(*test_, 0, rng, 1);
    case Form::kInstance:
      if (const auto instance = values_.instances().Append(*test_, guess.class_index, rng, 1)) {
        return *instance;
      }
      return Append({});
    case Form::kNamespace:
      return BuildNamespace(use, depth, rng);
    case Form::kContext:
      return BuildContext(use, depth, rng);
    default:
      return BuildPrimitive(use, guess.form, depth, rng);
  }
}

VariableIndex ConcreteArguments::BuildPrimitive(Use use, Form form, unsigned depth,
                                                base::Rng& rng) {
  const LazyUse& it = uses_[use];
  switch (form) {
    case Form::kBool: {
      Value truth;
      truth.kind = ValueKind::kBool;
      truth.integer = IsFalse(use) ? 0 : 1;
      return AppendValue(truth);
    }
    case Form::kInt:
      return BuildNumber(use, StatementKind::kInt, rng);
    case Form::kFloat:
      return BuildNumber(use, StatementKind::kFloat, rng);
    case Form::kStr:
      return values_.AppendText(*test_, TextOf(use, depth, rng));
    case Form::kBytes:
      if (it.given.kind == ValueKind::kBytes) return AppendValue(it.given);
      if (const Value* operand = FirstOf(it.operands, ValueKind::kBytes)) {
        return AppendValue(*operand);
      }
      return Append(primitives_.Make(StatementKind::kBytes, rng));
    default:  // kAnything
      if (it.given.kind != ValueKind::kNone && IsHashable(it.given)) return AppendValue(it.given);
      return values_.AppendPrimitive(
          *test_, rng.Chance(0.5) ? StatementKind::kStr : StatementKind::kInt, rng);
  }
}

// Builds the number that the argument became, else one of the numbers that it met or an adjacent
// one.
VariableIndex ConcreteArguments::BuildNumber(Use use, StatementKind kind, base::Rng& rng) {
  const LazyUse& it = uses_[use];
  const auto value_kind = static_cast<ValueKind>(kind);
  if (it.given.kind == value_kind) return AppendValue(it.given);
  if (it.given.kind == ValueKind::kInt) return AppendValue(it.given);
  std::vector<const Value*> met;
  for (const Value& operand : it.operands) {
    if (operand.kind == value_kind) met.push_back(&operand);
  }
  if (IsFalse(use)) {
    Statement zero;
    zero.kind = kind;
    return Append(std::move(zero));
  }
  if (met.empty()) return Append(primitives_.Make(kind, rng));
  Statement number = StatementOf(*rng.Pick(met));
  const int64_t step = rng.Between(-1, 1);
  number.real += kind == StatementKind::kFloat ? static_cast<double>(step) : 0;
  int64_t sum = 0;
  if (kind == StatementKind::kInt && number.text.empty() &&
      !__builtin_add_overflow(number.integer, step, &sum)) {
    number.integer = sum;
  }
  return Append(std::move(number));
}

VariableIndex ConcreteArguments::BuildList(Use use, StatementKind kind, unsigned depth,
                                           base::Rng& rng) {
  const LazyUse& it = uses_[use];
  Statement list;
  list.kind = kind;
  if (IsFalse(use)) return Append(std::move(list));
  // The list gets as many elements as the argument gave when it was iterated.
  for (Use element : PartsOf(use, Part::kElement)) {
    list.operands.push_back(Build(element, depth + 1, rng));
  }
  for (Use item : PartsOf(use, Part::kItem)) {
    const int64_t place = uses_[item].key.integer;
    if (place < -kMostElements || place >= kMostElements) continue;
    const VariableIndex value = Build(item, depth + 1, rng);
    const auto least = static_cast<std::size_t>(place < 0 ? -place : place + 1);
    // Items that were not asked for are like those that were.
    list.operands.resize(std::max(list.operands.size(), least), value);
    list.operands[place < 0 ? list.operands.size() - least : least - 1] = value;
  }
  for (const Value& operand : it.operands) {
    if (Did(use, LazyUse::kContained) && IsHashable(operand)) {
      list.operands.push_back(AppendValue(operand));
    }
  }
  if (list.operands.empty() && !Did(use, LazyUse::kIterated)) {
    // The length that the argument gave is not known, unless it was asked for nothing else.
    const bool is_true = Did(use, LazyUse::kTruth);
    for (std::size_t more = is_true ? 1 : rng.Below(3); more > 0; --more) {
      list.operands.push_back(values_.AppendPrimitive(*test_, StatementKind::kInt, rng));
    }
  }
  return Append(std::move(list));
}

VariableIndex ConcreteArguments::BuildSet(Use use, StatementKind kind, unsigned depth,
                                          base::Rng& rng) {
  Statement set;
  set.kind = kind;
  for (const Value& operand : uses_[use].operands) {
    if (IsHashable(operand)) set.operands.push_back(AppendValue(operand));
  }
  for (Use element : PartsOf(use, Part::kElement)) {
    const VariableIndex built = Build(element, depth + 1, rng);
    if (IsPrimitive(test_->statements[built].kind)) set.operands.push_back(built);
  }
  return Append(std::move(set));
}

VariableIndex ConcreteArguments::BuildDict(Use use, unsigned depth, base::Rng& rng) {
  Statement dict;
  dict.kind = StatementKind::kDict;
  if (IsFalse(use)) return Append(std::move(dict));
  std::vector<Value> keys;
  const AddItem add = [&](const Value& key, std::optional<Use> value) {
    if (key.kind == ValueKind::kNone || !IsHashable(key) ||
        std::find(keys.begin(), keys.end(), key) != keys.end())
      return;
    keys.push_back(key);
    const VariableIndex holds = value ? Build(*value, depth + 1, rng)
                                      : values_.AppendPrimitive(*test_, StatementKind::kInt, rng);
    dict.operands.push_back(AppendValue(key));
    dict.operands.push_back(holds);
  };
  for (Use item : PartsOf(use, Part::kItem)) add(uses_[item].key, item);
  for (Use method : PartsOf(use, Part::kAttribute)) AddItemsAskedFor(method, add, depth, rng);
  for (const Value& operand : uses_[use].operands) {
    if (Did(use, LazyUse::kContained | LazyUse::kItemSet)) add(operand, std::nullopt);
  }
  return Append(std::move(dict));
}

void ConcreteArguments::AddItemsAskedFor(Use method, const AddItem& add, unsigned depth,
                                         base::Rng& rng) {
  static const std::set<std::string_view> kOfKey{"get", "pop", "setdefault"};
  static const std::set<std::string_view> kOfAll{"items", "keys", "values"};
  const std::string& name = uses_[method].name;
  const auto& operands = uses_[method].operands;
  const auto results = PartsOf(method, Part::kResult);
  if (kOfKey.contains(name) && !operands.empty()) {
    add(operands[0], results.empty() ? std::nullopt : std::optional<Use>(results[0]));
  }
  if (!kOfAll.contains(name) || results.empty()) return;
  for (Use element : PartsOf(results[0], Part::kElement)) {
    std::vector<Use> pair = PartsOf(element, Part::kElement);
    if (pair.empty()) pair = PartsOf(element, Part::kItem);
    Value key;
    key.kind = ValueKind::kStr;
    const bool is_pair = name == "items" && !pair.empty();
    key.text = name == "values" ? "key" : TextOf(is_pair ? pair[0] : element, depth, rng);
    add(key, name == "values"             ? std::optional<Use>(element)
             : is_pair && pair.size() > 1 ? std::optional<Use>(pair[1])
                                          : std::nullopt);
  }
}

VariableIndex ConcreteArguments::BuildFunction(Use use, unsigned depth, base::Rng& rng) {
  if (const auto entered = values_.functions().AppendEntered(*test_, 0, rng, 1)) return *entered;
  Statement lambda;
  lambda.kind = StatementKind::kLambda;
  if (Did(use, LazyUse::kGivenFunctionFirst | LazyUse::kGivenFunctionLast) &&
      rng.Chance(kCallsGiven)) {
    lambda.integer =
        Did(use, LazyUse::kGivenFunctionFirst) ? model::kCallsFirst : model::kCallsLast;
    return Append(std::move(lambda));
  }
  auto results = PartsOf(use, Part::kResult);
  if (!results.empty() && IsAwaited(results[0])) {
    lambda.integer = model::kAwaitable;
    results = PartsOf(results[0], Part::kResult);
  }
  if (!results.empty()) {
    lambda.operands.push_back(Build(results[0], depth + 1, rng));
  }
  return Append(std::move(lambda));
}

VariableIndex ConcreteArguments::BuildContext(Use use, unsigned depth, base::Rng& rng) {
  Statement call;
  call.kind = StatementKind::kCall;
  call.target = context_;
  call.type = subject_.callables[context_].result;
  const auto results = PartsOf(use, Part::kResult);
  if (!results.empty() && (uses_[results[0]].operations != 0 || !NamesOf(results[0]).empty())) {
    call.operands.push_back(Build(results[0], depth + 1, rng));
    call.parameters.push_back(0);
  }
  return Append(std::move(call));
}

VariableIndex ConcreteArguments::BuildNamespace(Use use, unsigned depth, base::Rng& rng) {
  const auto parts = PartsOf(use, Part::kAttribute);
  const auto& parameters = subject_.callables[namespace_].parameters;
  std::map<std::size_t, VariableIndex> arguments;  // by parameter
  Statement others;
  others.kind = StatementKind::kDict;
  for (std::string_view name : NamesOf(use)) {
    const auto parameter = NamespaceParameter(name);
    if (!parameter) continue;
    const auto part = std::find_if(parts.begin(), parts.end(),
                                   [&](Use attribute) { return uses_[attribute].name == name; });
    const VariableIndex value = Build(*part, depth + 1, rng);
    if (parameters[*parameter].kind == model::ParameterKind::kVarKeyword) {
      others.operands.push_back(values_.AppendText(*test_, name));
      others.operands.push_back(value);
      arguments[*parameter] = 0;  // once the dict is there
    } else {
      arguments[*parameter] = value;
    }
  }
  Statement call;
  call.kind = StatementKind::kCall;
  call.target = namespace_;
  call.type = subject_.callables[namespace_].result;
  for (const auto& [parameter, value] : arguments) {
    const bool is_rest = parameters[parameter].kind == model::ParameterKind::kVarKeyword;
    call.operands.push_back(is_rest ? Append(std::move(others)) : value);
    call.parameters.push_back(static_cast<uint16_t>(parameter));
  }
  return Append(std::move(call));
}

VariableIndex ConcreteArguments::Append(Statement statement) {
  test_->statements.push_back(std::move(statement));
  return static_cast<VariableIndex>(test_->size() - 1);
}

VariableIndex ConcreteArguments::AppendValue(const Value& value) {
  return Append(StatementOf(value));
}

}  // namespace skua::search
