#include "search/value_factory.h"

#include <algorithm>
#include <utility>

#include "search/test_edits.h"

namespace skua::search {

using model::Callable;
using model::CallableIndex;
using model::CallableKind;
using model::ClassIndex;
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

// Beyond this depth only what needs no receiver makes an instance: `copy` needs what it makes.
constexpr unsigned kReceiverDepth = 2;
constexpr int kAttempts = 10;
// Of the paths, those that a test made in its own folder; the others are invented names.
constexpr double kMadePath = 0.75;
// `__call__` of what a call returned is tried without arguments less often than other optional
// parameters are left out.
constexpr double kCallWithout = 0.25;

bool IsPrimitiveType(TypeKind kind) { return kind >= TypeKind::kNone && kind <= TypeKind::kBytes; }

bool CallsAnything(const Callable& callable, const Parameter& parameter) {
  return parameter.kind == ParameterKind::kVarPositional && callable.name == "__call__" &&
         callable.kind == CallableKind::kOperator;
}

}  // namespace

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
    case TypeKind::kPathText:
      return StatementKind::kStr;
    case TypeKind::kBytes:
      return StatementKind::kBytes;
    default:
      return StatementKind::kNone;
  }
}

ValueFactory::ValueFactory(const model::Subject& subject, const SearchOptions& options,
                           const Primitives& primitives, const TypeSystem& types,
                           const TypeGuesses& guesses, const Environment& environment)
    : subject_(subject),
      options_(options),
      primitives_(primitives),
      types_(types),
      guesses_(guesses),
      environment_(environment) {
  for (CallableIndex i = 0; i < subject.callables.size(); ++i) {
    const Callable& callable = subject.callables[i];
    if (!IsFunctionLike(callable) || callable.is_protected) continue;
    if (model::HasReceiver(callable) && !types.IsBuildable(callable.class_index)) continue;
    functions_.push_back(i);
  }
  for (ClassIndex c = 0; c < subject.classes.size(); ++c) {
    if (subject.classes[c].is_exception) exception_classes_.push_back(c);
  }
}

bool ValueFactory::AppendCall(TestCase& test, CallableIndex index,
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
    const Parameter& parameter = callable.parameters[p];
    const double skipped =
        CallsAnything(callable, parameter) ? kCallWithout : options_.skip_optional_probability;
    if (IsOptional(parameter) && rng.Chance(skipped)) continue;
    call.operands.push_back(AppendArgument(test, index, p, rng, depth));
    call.parameters.push_back(static_cast<uint16_t>(p));
  }
  DropUnpassable(call, callable);
  Append(test, std::move(call));
  return true;
}

VariableIndex ValueFactory::AppendArgument(TestCase& test, CallableIndex index,
                                           std::size_t position, base::Rng& rng, unsigned depth) {
  const Callable& callable = subject_.callables[index];
  const Parameter& parameter = callable.parameters[position];
  const Type& type = subject_.types[parameter.type];
  if (CallsAnything(callable, parameter)) return AppendUnknownArguments(test, rng, depth);
  if (parameter.kind == ParameterKind::kVarPositional) {
    return AppendCollection(test, StatementKind::kList, 0, parameter.type, rng, depth);
  }
  if (parameter.kind == ParameterKind::kVarKeyword) {
    return AppendKeywords(test, callable, parameter.type, rng, depth);
  }
  if (callable.kind == CallableKind::kEnvironment) {
    return AppendEnvironmentArgument(test, callable, parameter, rng, depth);
  }
  if (LeavesByException(callable)) return AppendExceptionClass(test, rng);
  if (type.kind == TypeKind::kAny) {
    if (rng.Chance(options_.null_probability)) {
      return AppendPrimitive(test, StatementKind::kNone, rng);
    }
    return AppendGuess(test, guesses_.Pick(index, position, rng), rng, depth + 1);
  }
  if (rng.Chance(options_.wrong_type_probability)) {
    return rng.Chance(options_.null_probability)
               ? AppendPrimitive(test, StatementKind::kNone, rng)
               : AppendGuess(test, guesses_.Pick(rng), rng, depth + 1);
  }
  if (type.kind == TypeKind::kUnion && !type.arguments.empty()) {
    return AppendValue(test, guesses_.PickAlternative(index, position, rng), rng, depth + 1);
  }
  return AppendValue(test, parameter.type, rng, depth + 1);
}

VariableIndex ValueFactory::AppendValue(TestCase& test, TypeIndex index, base::Rng& rng,
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
    case TypeKind::kTypedDict:
      return AppendTypedDict(test, index, rng, depth);
    case TypeKind::kLiteral:
      if (!type.literals.empty()) return AppendLiteral(test, rng.Pick(type.literals));
      break;
    case TypeKind::kEnum:
      return AppendMember(test, type.class_index, rng);
    case TypeKind::kType:
      return AppendClass(test, argument(0), rng);
    case TypeKind::kCallable:
      return AppendCallable(test, index, rng, depth);
    case TypeKind::kPathText:
      return AppendPathText(test, index, rng, depth);
    case TypeKind::kUnsupported:
      return AppendGuess(test, guesses_.Pick(rng), rng, depth);
    default:
      break;
  }
  const VariableIndex made = Append(test, primitives_.Make(PrimitiveOf(type.kind), rng));
  test.statements[made].type = index;
  return made;
}

VariableIndex ValueFactory::AppendGuess(TestCase& test, Guess guess, base::Rng& rng,
                                        unsigned depth) {
  if (guess >= kFirstClass) {
    const auto class_index = static_cast<ClassIndex>(guess - kFirstClass);
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
    case StatementKind::kFunction:
      if (const auto function = AppendFunction(test, 0, rng, depth)) return *function;
      [[fallthrough]];
    case StatementKind::kLambda:
      return AppendLambda(test, 0, 0, rng, depth);
    default:
      return AppendPrimitive(test, kind, rng);
  }
}

std::optional<VariableIndex> ValueFactory::AppendInstance(TestCase& test, ClassIndex class_index,
                                                          base::Rng& rng, unsigned depth) {
  const auto is_instance = [&](VariableIndex v) {
    const ClassIndex is_of = types_.ClassOf(test.statements[v]);
    return is_of != kNoIndex && types_.IsSubclass(is_of, class_index);
  };
  if (rng.Chance(options_.object_reuse_probability) || IsFull(test, depth)) {
    if (const auto variable = FindVariable(test, rng, is_instance)) return variable;
  }
  if (!subject_.classes[class_index].enum_members.empty()) {
    return AppendMember(test, class_index, rng);
  }
  if (IsFull(test, depth)) return std::nullopt;
  if (const auto drawn = Draw(test, class_index, rng)) return drawn;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    const auto generator = PickGenerator(class_index, attempt >= kAttempts / 2, rng);
    if (!generator) return std::nullopt;
    const Callable& callable = subject_.callables[*generator];
    if (model::HasReceiver(callable) && depth >= kReceiverDepth) continue;
    // A protected function only when nothing else turned up.
    if (callable.is_protected && attempt < kAttempts / 2) continue;
    if (AppendCall(test, *generator, std::nullopt, rng, depth)) {
      return static_cast<VariableIndex>(test.size() - 1);
    }
  }
  return std::nullopt;
}

// Nothing when there is no pool or chance is against it.
std::optional<VariableIndex> ValueFactory::Draw(TestCase& test, ClassIndex class_index,
                                                base::Rng& rng) {
  if (pool_ == nullptr || !rng.Chance(pool_probability_)) return std::nullopt;
  const TestCase* maker = pool_->Pick(class_index, rng);
  if (maker == nullptr) return std::nullopt;
  const auto first = static_cast<VariableIndex>(test.size());
  for (Statement statement : maker->statements) {
    for (VariableIndex& operand : statement.operands) {
      operand = static_cast<VariableIndex>(operand + first);
    }
    Append(test, std::move(statement));
  }
  ++drawn_;
  return static_cast<VariableIndex>(test.size() - 1);
}

std::optional<CallableIndex> ValueFactory::PickGenerator(ClassIndex class_index, bool desperate,
                                                         base::Rng& rng) const {
  const auto generators = types_.GeneratorsOf(class_index);
  if (generators.empty()) return std::nullopt;
  const auto& makers = environment_.path_makers();
  const bool makes_paths = !makers.empty() && std::find(generators.begin(), generators.end(),
                                                        makers[0]) != generators.end();
  if (!makes_paths || desperate || !rng.Chance(kMadePath)) {
    // Rather from nothing than from another instance.
    const CallableIndex generator = rng.Pick(generators);
    return model::HasReceiver(subject_.callables[generator]) ? rng.Pick(generators) : generator;
  }
  // A file with something in it says most.
  const CallableIndex maker = rng.Pick(makers);
  return subject_.callables[maker].name == "write_file" ? maker : rng.Pick(makers);
}

VariableIndex ValueFactory::AppendPrimitive(TestCase& test, StatementKind kind, base::Rng& rng) {
  if (kind == StatementKind::kNone || rng.Chance(options_.primitive_reuse_probability)) {
    const auto same =
        FindVariable(test, rng, [&](VariableIndex v) { return test.statements[v].kind == kind; });
    if (same) return *same;
  }
  return Append(test, primitives_.Make(kind, rng));
}

VariableIndex ValueFactory::AppendLiteral(TestCase& test, const model::Value& value) {
  if (value.kind != model::ValueKind::kEnumMember) return Append(test, StatementOf(value));
  Statement member;
  if (const auto named = types_.MemberOf(value)) {
    member.kind = StatementKind::kEnumMember;
    member.target = named->first;
    member.integer = named->second;
  }
  return Append(test, std::move(member));
}

VariableIndex ValueFactory::AppendMember(TestCase& test, ClassIndex class_index, base::Rng& rng) {
  const auto& members = subject_.classes[class_index].enum_members;
  if (members.empty()) return AppendPrimitive(test, StatementKind::kNone, rng);
  Statement member;
  member.kind = StatementKind::kEnumMember;
  member.target = class_index;
  member.integer = static_cast<int64_t>(rng.Below(members.size()));
  return Append(test, std::move(member));
}

VariableIndex ValueFactory::AppendText(TestCase& test, std::string_view text) {
  Statement statement;
  statement.kind = StatementKind::kStr;
  statement.type = types_.IndexOf(TypeKind::kStr);
  statement.text = text;
  return Append(test, std::move(statement));
}

VariableIndex ValueFactory::Append(TestCase& test, Statement&& statement) {
  test.statements.push_back(std::move(statement));
  return static_cast<VariableIndex>(test.size() - 1);
}

bool ValueFactory::IsFull(const TestCase& test, unsigned depth) const {
  return depth >= options_.max_recursion || test.size() >= 2 * options_.max_test_length;
}

}  // namespace skua::search
