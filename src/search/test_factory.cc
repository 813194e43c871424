#include "search/test_factory.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "search/test_edits.h"

namespace skua::search {

using model::Callable;
using model::CallableIndex;
using model::CallableKind;
using model::ClassIndex;
using model::CodeObjectIndex;
using model::kNoIndex;
using model::Parameter;
using model::ParameterKind;
using model::Statement;
using model::StatementKind;
using model::TestCase;
using model::Type;
using model::TypeIndex;
using model::TypeKind;
using model::VariableIndex;

namespace {

// How much likelier a callable is whose code has goals that are not covered.
constexpr double kOpenGoalsWeight = 10;
// Beyond this depth only what needs no receiver makes an instance: `copy` needs what it makes.
constexpr unsigned kReceiverDepth = 2;
constexpr int kAttempts = 10;

StatementKind PrimitiveOf(TypeKind kind) {
  switch (kind) {
    case TypeKind::kBool:
      return StatementKind::kBool;
    case TypeKind::kInt:
      return StatementKind::kInt;
    case TypeKind::kFloat:
      return StatementKind::kFloat;
    case TypeKind::kComplex:
      return StatementKind::kComplex;
    case TypeKind::kStr:
      return StatementKind::kStr;
    case TypeKind::kBytes:
      return StatementKind::kBytes;
    default:
      return StatementKind::kNone;
  }
}

bool IsPrimitiveType(TypeKind kind) { return kind >= TypeKind::kNone && kind <= TypeKind::kBytes; }

}  // namespace

TestFactory::TestFactory(const GoalSet& goals, const SearchOptions& options,
                         const Primitives& primitives, const TypeSystem& types,
                         const TypeGuesses& guesses)
    : goals_(goals),
      subject_(goals.subject()),
      options_(options),
      primitives_(primitives),
      types_(types),
      guesses_(guesses) {
  const auto collect = [&](bool with_protected) {
    for (CallableIndex i = 0; i < subject_.callables.size(); ++i) {
      const Callable& callable = subject_.callables[i];
      if (!callable.in_subject || (callable.is_protected && !with_protected)) continue;
      if (model::HasReceiver(callable) && !types_.IsBuildable(callable.class_index)) continue;
      callables_.push_back(i);
    }
  };
  collect(options.call_protected);
  if (callables_.empty()) collect(true);  // a module of helpers only
  WeighCallables(goals.covered_by_import());
}

void TestFactory::WeighCallables(const std::vector<bool>& covered) {
  std::vector<bool> has_open_goals(subject_.code_objects.size(), false);
  for (model::GoalIndex goal = 0; goal < goals_.size(); ++goal) {
    if (covered[goal] || !goals_.IsReachable(goal)) continue;
    // What is nested in a function is reached by calling that.
    for (CodeObjectIndex c = goals_.CodeObjectOf(goal); c != kNoIndex && !has_open_goals[c];
         c = subject_.code_objects[c].parent) {
      has_open_goals[c] = true;
    }
  }
  weights_.assign(subject_.callables.size(), 0);
  cumulative_weights_.clear();
  double sum = 0;
  for (CallableIndex i : callables_) {
    const CodeObjectIndex code_object = subject_.callables[i].code_object;
    weights_[i] = code_object != kNoIndex && has_open_goals[code_object] ? kOpenGoalsWeight : 1;
    cumulative_weights_.push_back(sum += weights_[i]);
  }
}

void TestFactory::MakeRandomTest(TestCase& test, base::Rng& rng) {
  test.statements.clear();
  const std::size_t length = 1 + rng.Below(options_.max_test_length);
  // Insertion is itself left to chance; what can be called at all is found before long.
  for (int attempts = 0; test.size() < length && attempts < 10 * kAttempts;) {
    if (!InsertStatements(test, test.size(), rng)) ++attempts;
  }
}

bool TestFactory::InsertStatements(TestCase& test, std::size_t end, base::Rng& rng) {
  bool inserted = false;
  std::size_t limit = std::min(end, test.size());
  for (double p = options_.insertion_probability;
       test.size() < options_.max_test_length && rng.Chance(p);
       p *= options_.insertion_probability) {
    const std::size_t before = test.size();
    {
      const Opening opening(test, rng.Below(limit + 1), set_aside_);
      const bool on_variable = rng.Chance(0.5) && AppendCallOnVariable(test, rng);
      if (!on_variable) AppendRandomCall(test, rng);
    }
    limit += test.size() - before;
    inserted = inserted || test.size() != before;
  }
  return inserted;
}

bool TestFactory::AppendRandomCall(TestCase& test, base::Rng& rng) {
  if (callables_.empty()) return false;
  const double point = rng.Real() * cumulative_weights_.back();
  const auto place =
      std::upper_bound(cumulative_weights_.begin(), cumulative_weights_.end(), point);
  const auto rank = std::min<std::size_t>(
      static_cast<std::size_t>(place - cumulative_weights_.begin()), callables_.size() - 1);
  return AppendCall(test, callables_[rank], std::nullopt, rng, 0);
}

bool TestFactory::AppendCallOnVariable(TestCase& test, base::Rng& rng) {
  const auto class_of = [&](VariableIndex variable) {
    const Shape shape = types_.ShapeOf(test.statements[variable]);
    return shape.kind == TypeKind::kClass || shape.kind == TypeKind::kEnum ? shape.class_index
                                                                           : kNoIndex;
  };
  const auto variable = FindVariable(test, rng, [&](VariableIndex v) {
    const ClassIndex c = class_of(v);
    return c != kNoIndex && !subject_.classes[c].methods.empty();
  });
  if (!variable) return false;
  const auto& methods = subject_.classes[class_of(*variable)].methods;
  double sum = 0;
  for (CallableIndex method : methods) {
    if (model::HasReceiver(subject_.callables[method])) sum += weights_[method];
  }
  double point = rng.Real() * sum;
  for (CallableIndex method : methods) {
    if (weights_[method] == 0 || !model::HasReceiver(subject_.callables[method])) continue;
    if (point < weights_[method]) return AppendCall(test, method, variable, rng, 0);
    point -= weights_[method];
  }
  return false;
}

bool TestFactory::AppendCall(TestCase& test, CallableIndex index,
                             std::optional<VariableIndex> receiver, base::Rng& rng,
                             unsigned depth) {
  const Callable& callable = subject_.callables[index];
  const std::size_t before = test.size();
  Statement call;
  call.kind = StatementKind::kCall;
  call.target = index;
  call.type = callable.result;
  if (model::HasReceiver(callable)) {
    if (!receiver) receiver = AppendInstance(test, callable.class_index, rng, depth + 1);
    if (!receiver) {
      test.statements.resize(before);
      return false;
    }
    call.operands.push_back(*receiver);
  }
  for (std::size_t p = 0; p < callable.parameters.size(); ++p) {
    if (IsOptional(callable.parameters[p]) && rng.Chance(options_.skip_optional_probability)) {
      continue;
    }
    call.operands.push_back(AppendArgument(test, index, p, rng, depth));
    call.parameters.push_back(static_cast<uint16_t>(p));
  }
  DropUnpassable(call, callable);
  Append(test, std::move(call));
  return true;
}

VariableIndex TestFactory::AppendArgument(TestCase& test, CallableIndex index, std::size_t position,
                                          base::Rng& rng, unsigned depth) {
  const Callable& callable = subject_.callables[index];
  const Parameter& parameter = callable.parameters[position];
  const TypeKind kind = subject_.types[parameter.type].kind;
  if (parameter.kind == ParameterKind::kVarPositional) {
    return AppendCollection(test, StatementKind::kList, 0, parameter.type, rng, depth);
  }
  if (parameter.kind == ParameterKind::kVarKeyword) {
    return AppendKeywords(test, callable, parameter.type, rng, depth);
  }
  if (kind != TypeKind::kAny && rng.Chance(options_.wrong_type_probability)) {
    return rng.Chance(options_.null_probability)
               ? AppendPrimitive(test, StatementKind::kNone, rng)
               : AppendGuess(test, guesses_.Pick(rng), rng, depth + 1);
  }
  if (kind == TypeKind::kAny) {
    if (rng.Chance(options_.null_probability)) {
      return AppendPrimitive(test, StatementKind::kNone, rng);
    }
    return AppendGuess(test, guesses_.Pick(index, position, rng), rng, depth + 1);
  }
  return AppendValue(test, parameter.type, rng, depth + 1);
}

VariableIndex TestFactory::AppendValue(TestCase& test, TypeIndex index, base::Rng& rng,
                                       unsigned depth) {
  const Type& type = subject_.types[index];
  const auto argument = [&](std::size_t i) {
    return i < type.arguments.size() ? type.arguments[i] : TypeIndex{0};
  };
  if (type.kind == TypeKind::kAny) return AppendGuess(test, guesses_.Pick(rng), rng, depth);
  if (type.kind == TypeKind::kUnion && !type.arguments.empty()) {
    return AppendValue(test, rng.Pick(type.arguments), rng, depth);
  }
  if (type.kind == TypeKind::kClass) {
    if (type.class_index != kNoIndex) {
      if (const auto instance = AppendInstance(test, type.class_index, rng, depth)) {
        return *instance;
      }
    }
    return AppendPrimitive(test, StatementKind::kNone, rng);
  }
  const double reuse = IsPrimitiveType(type.kind) || type.kind == TypeKind::kLiteral
                           ? options_.primitive_reuse_probability
                           : options_.object_reuse_probability / 2;  // collections: in between
  if (rng.Chance(reuse)) {
    const auto fitting =
        FindVariable(test, rng, [&](VariableIndex v) { return types_.Fits(test, v, index); });
    if (fitting) return *fitting;
  }
  switch (type.kind) {
    case TypeKind::kList:
      return AppendCollection(test, StatementKind::kList, index, argument(0), rng, depth);
    case TypeKind::kSet:
      return AppendCollection(test, StatementKind::kSet, index, argument(0), rng, depth);
    case TypeKind::kFrozenSet:
      return AppendCollection(test, StatementKind::kFrozenSet, index, argument(0), rng, depth);
    case TypeKind::kTupleOf:
      return AppendCollection(test, StatementKind::kTuple, index, argument(0), rng, depth);
    case TypeKind::kTuple:
      return AppendTuple(test, index, rng, depth);
    case TypeKind::kDict:
      return AppendDict(test, index, argument(0), argument(1), rng, depth);
    case TypeKind::kLiteral:
      if (!type.literals.empty()) return AppendLiteral(test, rng.Pick(type.literals));
      break;
    case TypeKind::kEnum:
      return AppendMember(test, type.class_index, rng);
    case TypeKind::kType:
    case TypeKind::kCallable:  // a class is the one callable that can be passed so far
      return AppendClass(test, argument(0), rng);
    case TypeKind::kUnsupported:
      return AppendGuess(test, guesses_.Pick(rng), rng, depth);
    default:
      break;
  }
  const VariableIndex made = Append(test, primitives_.Make(PrimitiveOf(type.kind), rng));
  test.statements[made].type = index;
  return made;
}

VariableIndex TestFactory::AppendGuess(TestCase& test, Guess guess, base::Rng& rng,
                                       unsigned depth) {
  if (guess >= kFirstClass) {
    const auto class_index = static_cast<ClassIndex>(guess - kFirstClass);
    if (!subject_.classes[class_index].enum_members.empty()) {
      return AppendMember(test, class_index, rng);
    }
    const auto instance = AppendInstance(test, class_index, rng, depth);
    return instance ? *instance : AppendPrimitive(test, StatementKind::kNone, rng);
  }
  const auto kind = static_cast<StatementKind>(guess);
  switch (kind) {
    case StatementKind::kList:
    case StatementKind::kTuple:
    case StatementKind::kSet:
    case StatementKind::kFrozenSet:
      return AppendCollection(test, kind, 0, 0, rng, depth);
    case StatementKind::kDict:
      return AppendDict(test, 0, 0, 0, rng, depth);
    case StatementKind::kClass:
      return AppendClass(test, 0, rng);
    default:
      return AppendPrimitive(test, kind, rng);
  }
}

std::optional<VariableIndex> TestFactory::AppendInstance(TestCase& test, ClassIndex class_index,
                                                         base::Rng& rng, unsigned depth) {
  const auto is_instance = [&](VariableIndex v) {
    const Shape shape = types_.ShapeOf(test.statements[v]);
    return (shape.kind == TypeKind::kClass || shape.kind == TypeKind::kEnum) &&
           shape.class_index != kNoIndex && types_.IsSubclass(shape.class_index, class_index);
  };
  if (rng.Chance(options_.object_reuse_probability) || IsFull(test, depth)) {
    if (const auto variable = FindVariable(test, rng, is_instance)) return variable;
  }
  if (!subject_.classes[class_index].enum_members.empty()) {
    return AppendMember(test, class_index, rng);
  }
  const auto generators = types_.GeneratorsOf(class_index);
  if (generators.empty() || IsFull(test, depth)) return std::nullopt;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    const CallableIndex generator = rng.Pick(generators);
    const Callable& callable = subject_.callables[generator];
    if (model::HasReceiver(callable) && depth >= kReceiverDepth) continue;
    // A protected function only when nothing else turned up.
    if (callable.is_protected && !options_.call_protected && attempt < kAttempts / 2) continue;
    if (AppendCall(test, generator, std::nullopt, rng, depth)) {
      return static_cast<VariableIndex>(test.size() - 1);
    }
  }
  return std::nullopt;
}

VariableIndex TestFactory::AppendHashable(TestCase& test, base::Rng& rng) {
  static constexpr auto kKinds = std::to_array<StatementKind>(
      {StatementKind::kStr, StatementKind::kStr, StatementKind::kStr, StatementKind::kInt,
       StatementKind::kInt, StatementKind::kFloat, StatementKind::kBool, StatementKind::kNone});
  return AppendPrimitive(test, rng.Pick(kKinds), rng);
}

VariableIndex TestFactory::AppendPrimitive(TestCase& test, StatementKind kind, base::Rng& rng) {
  if (kind == StatementKind::kNone || rng.Chance(options_.primitive_reuse_probability)) {
    const auto same =
        FindVariable(test, rng, [&](VariableIndex v) { return test.statements[v].kind == kind; });
    if (same) return *same;
  }
  return Append(test, primitives_.Make(kind, rng));
}

VariableIndex TestFactory::AppendLiteral(TestCase& test, const model::Value& value) {
  if (value.kind != model::ValueKind::kEnumMember) return Append(test, StatementOf(value));
  Statement member;
  if (const auto named = types_.MemberOf(value)) {
    member.kind = StatementKind::kEnumMember;
    member.target = named->first;
    member.integer = named->second;
  }
  return Append(test, std::move(member));
}

VariableIndex TestFactory::AppendCollection(TestCase& test, StatementKind kind, TypeIndex type,
                                            TypeIndex element, base::Rng& rng, unsigned depth) {
  const bool hashable = kind == StatementKind::kSet || kind == StatementKind::kFrozenSet;
  const bool any = subject_.types[element].kind == TypeKind::kAny;
  Statement collection;
  collection.kind = kind;
  collection.type = type;
  Guess guess = any ? guesses_.Pick(rng) : 0;  // elements are mostly of one kind
  for (std::size_t i = CollectionSize(test, rng, depth); i > 0; --i) {
    if (any && rng.Chance(0.2)) guess = guesses_.Pick(rng);
    collection.operands.push_back(any && hashable ? AppendHashable(test, rng)
                                  : any           ? AppendGuess(test, guess, rng, depth + 1)
                                                  : AppendValue(test, element, rng, depth + 1));
  }
  return Append(test, std::move(collection));
}

VariableIndex TestFactory::AppendTuple(TestCase& test, TypeIndex type, base::Rng& rng,
                                       unsigned depth) {
  Statement tuple;
  tuple.kind = StatementKind::kTuple;
  tuple.type = type;
  for (TypeIndex element : subject_.types[type].arguments) {
    tuple.operands.push_back(
        IsFull(test, depth) ? AppendPrimitive(test, PrimitiveOf(subject_.types[element].kind), rng)
                            : AppendValue(test, element, rng, depth + 1));
  }
  return Append(test, std::move(tuple));
}

VariableIndex TestFactory::AppendDict(TestCase& test, TypeIndex type, TypeIndex key,
                                      TypeIndex value, base::Rng& rng, unsigned depth) {
  const bool any = subject_.types[key].kind == TypeKind::kAny;
  Statement dict;
  dict.kind = StatementKind::kDict;
  dict.type = type;
  for (std::size_t i = CollectionSize(test, rng, depth); i > 0; --i) {
    dict.operands.push_back(any ? AppendHashable(test, rng)
                                : AppendValue(test, key, rng, depth + 1));
    dict.operands.push_back(AppendValue(test, value, rng, depth + 1));
  }
  return Append(test, std::move(dict));
}

VariableIndex TestFactory::AppendKeywords(TestCase& test, const Callable& callable, TypeIndex value,
                                          base::Rng& rng, unsigned depth) {
  static constexpr auto kNames = std::to_array<std::string_view>({"key", "name", "value", "other"});
  Statement keywords;
  keywords.kind = StatementKind::kDict;
  const std::size_t first = rng.Below(kNames.size());
  const std::size_t count = std::min(CollectionSize(test, rng, depth), kNames.size());
  for (std::size_t i = 0; i < count; ++i) {
    Statement name;
    name.kind = StatementKind::kStr;
    name.type = types_.IndexOf(TypeKind::kStr);
    name.text = kNames[(first + i) % kNames.size()];
    const bool is_taken = std::any_of(callable.parameters.begin(), callable.parameters.end(),
                                      [&](const Parameter& p) { return p.name == name.text; });
    if (is_taken) continue;
    keywords.operands.push_back(Append(test, std::move(name)));
    keywords.operands.push_back(AppendValue(test, value, rng, depth + 1));
  }
  return Append(test, std::move(keywords));
}

VariableIndex TestFactory::AppendClass(TestCase& test, TypeIndex of, base::Rng& rng) {
  const ClassIndex wanted = subject_.types[of].class_index;
  if (subject_.classes.empty()) return AppendPrimitive(test, StatementKind::kNone, rng);
  Statement value;
  value.kind = StatementKind::kClass;
  value.target = static_cast<uint32_t>(rng.Below(subject_.classes.size()));
  for (int i = 0; i < kAttempts && wanted != kNoIndex; ++i) {
    if (types_.IsSubclass(value.target, wanted)) break;
    value.target =
        i + 2 < kAttempts ? static_cast<uint32_t>(rng.Below(subject_.classes.size())) : wanted;
  }
  return Append(test, std::move(value));
}

VariableIndex TestFactory::AppendMember(TestCase& test, ClassIndex class_index, base::Rng& rng) {
  const auto& members = subject_.classes[class_index].enum_members;
  if (members.empty()) return AppendPrimitive(test, StatementKind::kNone, rng);
  Statement member;
  member.kind = StatementKind::kEnumMember;
  member.target = class_index;
  member.integer = static_cast<int64_t>(rng.Below(members.size()));
  return Append(test, std::move(member));
}

VariableIndex TestFactory::Append(TestCase& test, Statement&& statement) {
  test.statements.push_back(std::move(statement));
  return static_cast<VariableIndex>(test.size() - 1);
}

template <typename Predicate>
std::optional<VariableIndex> TestFactory::FindVariable(const TestCase& test, base::Rng& rng,
                                                       Predicate fits) const {
  if (test.size() == 0) return std::nullopt;
  // From a random place onwards: close to uniform, and usually ends early.
  const std::size_t start = rng.Below(test.size());
  for (std::size_t i = 0; i < test.size(); ++i) {
    const auto variable = static_cast<VariableIndex>((start + i) % test.size());
    if (fits(variable)) return variable;
  }
  return std::nullopt;
}

bool TestFactory::IsFull(const TestCase& test, unsigned depth) const {
  return depth >= options_.max_recursion || test.size() >= 2 * options_.max_test_length;
}

std::size_t TestFactory::CollectionSize(const TestCase& test, base::Rng& rng,
                                        unsigned depth) const {
  return IsFull(test, depth) ? 0 : rng.Below(options_.max_collection_size + 1);
}

}  // namespace skua::search
