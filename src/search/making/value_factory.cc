#include "search/making/value_factory.h"

#include <algorithm>
#include <utility>

#include "model/answering.h"
#include "search/making/test_edits.h"

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

// `__call__` on the result of a call is tried without arguments less often than other optional
// parameters are left out.
constexpr double kCallWithout = 0.25;
constexpr double kKnownKeysLeftOut = 0.3;  // where it is known which keys are looked up
constexpr double kExpectedLiteral = 0.3;   // where there is one; all others may matter as well
constexpr double kOperationLeftOut = 0.1;  // of a mock: a test that asks for it is in vain
constexpr double kNothingGiven = 0.1;  // to what surrounds the subject: a program without arguments

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

ValueFactory::ValueFactory(const ValueSources& sources)
    : subject_(sources.subject),
      options_(sources.options),
      primitives_(sources.primitives),
      types_(sources.types),
      guesses_(sources.guesses),
      expected_(sources.subject),
      instances_(sources, *this),
      collections_(sources, *this),
      functions_(sources, *this),
      environment_(sources, *this) {}

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
    if (!receiver) receiver = instances_.Append(test, callable.class_index, rng, depth + 1);
    if (!receiver) {
      test.statements.resize(before);
      return false;
    }
    call.operands.push_back(*receiver);
  }
  for (std::size_t p = 0; p < callable.parameters.size(); ++p) {
    const Parameter& parameter = callable.parameters[p];
    const double skipped = SkippingOf(callable, parameter);
    if (IsOptional(parameter) && rng.Chance(skipped)) continue;
    call.operands.push_back(AppendArgument(test, index, p, rng, depth));
    call.parameters.push_back(static_cast<uint16_t>(p));
  }
  DropUnpassable(call, callable);
  AppendStatement(test, std::move(call));
  return true;
}

double ValueFactory::SkippingOf(const Callable& callable, const Parameter& parameter) const {
  if (CallsAnything(callable, parameter)) return kCallWithout;
  if (callable.kind == CallableKind::kEnvironment) return kNothingGiven;
  if (model::MakesMock(callable)) return kOperationLeftOut;
  if (subject_.types[parameter.type].kind == TypeKind::kTypedDict) return kKnownKeysLeftOut;
  return options_.skip_optional_probability;
}

VariableIndex ValueFactory::AppendArgument(TestCase& test, CallableIndex index,
                                           std::size_t position, base::Rng& rng, unsigned depth) {
  const Callable& callable = subject_.callables[index];
  const Parameter& parameter = callable.parameters[position];
  const Type& type = subject_.types[parameter.type];
  if (CallsAnything(callable, parameter))
    return collections_.AppendUnknownArguments(test, rng, depth);
  if (parameter.kind == ParameterKind::kVarPositional) {
    return types_.IsLine(parameter.type)
               ? AppendValue(test, parameter.type, rng, depth + 1)
               : collections_.Append(test, StatementKind::kList, 0, parameter.type, rng, depth);
  }
  if (parameter.kind == ParameterKind::kVarKeyword) {
    return collections_.AppendKeywords(test, callable, parameter.type, rng, depth);
  }
  if (callable.kind == CallableKind::kEnvironment) {
    return environment_.AppendArgument(test, callable, parameter, rng, depth);
  }
  if (LeavesByException(callable)) return functions_.AppendExceptionClass(test, rng);
  if (model::MakesMock(callable)) {
    return functions_.AppendOperation(test, parameter.type, rng, depth);
  }
  if (type.kind == TypeKind::kAny) {
    if (rng.Chance(options_.null_probability)) {
      return AppendPrimitive(test, StatementKind::kNone, rng);
    }
    const Guess guess = guesses_.Pick(index, position, rng);
    if (guess < kFirstClass) {
      const auto kind = static_cast<StatementKind>(guess);
      if (const auto literal = AppendExpected(test, parameter, kind, 0, rng)) return *literal;
    }
    return AppendGuess(test, guess, rng, depth + 1);
  }
  if (rng.Chance(options_.wrong_type_probability)) {
    return rng.Chance(options_.null_probability)
               ? AppendPrimitive(test, StatementKind::kNone, rng)
               : AppendGuess(test, guesses_.PickWrong(rng), rng, depth + 1);
  }
  const TypeIndex chosen = type.kind == TypeKind::kUnion && !type.arguments.empty()
                               ? guesses_.PickAlternative(index, position, rng)
                               : parameter.type;
  if (const TypeKind kind = subject_.types[chosen].kind; IsPrimitiveType(kind)) {
    const auto literal = AppendExpected(test, parameter, PrimitiveOf(kind), chosen, rng);
    if (literal) return *literal;
  }
  return AppendValue(test, chosen, rng, depth + 1);
}

std::optional<VariableIndex> ValueFactory::AppendExpected(TestCase& test,
                                                          const Parameter& parameter,
                                                          StatementKind kind, TypeIndex type,
                                                          base::Rng& rng) {
  const model::Value* literal = expected_.Pick(parameter, kind, rng);
  if (literal == nullptr || !rng.Chance(kExpectedLiteral)) return std::nullopt;
  Statement statement = StatementOf(*literal);
  statement.type = type;
  return AppendStatement(test, std::move(statement));
}

VariableIndex ValueFactory::AppendValue(TestCase& test, TypeIndex index, base::Rng& rng,
                                        unsigned depth) {
  const Type& type = subject_.types[index];
  const auto argument = [&](std::size_t i) {
    return i < type.arguments.size() ? type.arguments[i] : TypeIndex{0};
  };
  if (type.kind == TypeKind::kAny) return AppendGuess(test, guesses_.Pick(rng), rng, depth);
  if (type.kind == TypeKind::kUnion && !type.arguments.empty()) {
    return AppendValue(test, type.arguments[rng.Weighted(types_.WeightsOf(index))], rng, depth);
  }
  if (type.kind == TypeKind::kClass) {
    if (type.class_index != kNoIndex) {
      if (const auto instance = instances_.Append(test, type.class_index, rng, depth)) {
        return *instance;
      }
    }
    return AppendPrimitive(test, StatementKind::kNone, rng);
  }
  const double reuse = IsPrimitiveType(type.kind) || type.kind == TypeKind::kLiteral
                           ? options_.primitive_reuse_probability
                           // collections lie between primitives and objects
                           : options_.object_reuse_probability / 2;
  if (rng.Chance(reuse)) {
    const auto fitting =
        FindVariable(test, rng, [&](VariableIndex v) { return types_.Fits(test, v, index); });
    if (fitting) return *fitting;
  }
  switch (type.kind) {
    case TypeKind::kList:
      if (types_.IsLine(index)) return collections_.AppendLine(test, index, rng, depth);
      return collections_.Append(test, StatementKind::kList, index, argument(0), rng, depth);
    case TypeKind::kSet:
      return collections_.Append(test, StatementKind::kSet, index, argument(0), rng, depth);
    case TypeKind::kFrozenSet:
      return collections_.Append(test, StatementKind::kFrozenSet, index, argument(0), rng, depth);
    case TypeKind::kTupleOf:
      return collections_.Append(test, StatementKind::kTuple, index, argument(0), rng, depth);
    case TypeKind::kTuple:
      return collections_.AppendTuple(test, index, rng, depth);
    case TypeKind::kDict:
      return collections_.AppendDict(test, index, argument(0), argument(1), rng, depth);
    case TypeKind::kTypedDict:
      return collections_.AppendTypedDict(test, index, rng, depth);
    case TypeKind::kLiteral:
      if (!type.literals.empty()) return AppendLiteral(test, rng.Pick(type.literals));
      break;
    case TypeKind::kEnum:
      return instances_.AppendMember(test, type.class_index, rng);
    case TypeKind::kType:
      return functions_.AppendClass(test, argument(0), rng);
    case TypeKind::kCallable:
      return functions_.Append(test, index, rng, depth);
    case TypeKind::kPathText:
      return environment_.AppendPathText(test, index, rng, depth);
    case TypeKind::kUnsupported:
      return AppendGuess(test, guesses_.Pick(rng), rng, depth);
    default:
      break;
  }
  const VariableIndex made = AppendStatement(test, primitives_.Make(PrimitiveOf(type.kind), rng));
  test.statements[made].type = index;
  return made;
}

VariableIndex ValueFactory::AppendGuess(TestCase& test, Guess guess, base::Rng& rng,
                                        unsigned depth) {
  if (guess >= kFirstClass) {
    const auto class_index = static_cast<ClassIndex>(guess - kFirstClass);
    const auto instance = instances_.Append(test, class_index, rng, depth);
    return instance ? *instance : AppendPrimitive(test, StatementKind::kNone, rng);
  }
  const auto kind = static_cast<StatementKind>(guess);
  switch (kind) {
    case StatementKind::kList:
    case StatementKind::kTuple:
    case StatementKind::kSet:
    case StatementKind::kFrozenSet:
      return collections_.Append(test, kind, 0, 0, rng, depth);
    case StatementKind::kDict:
      return collections_.AppendDict(test, 0, 0, 0, rng, depth);
    case StatementKind::kClass:
      return functions_.AppendClass(test, 0, rng);
    case StatementKind::kCall:
      if (const auto made = functions_.AppendMade(test, rng, depth)) return *made;
      return AppendPrimitive(test, StatementKind::kNone, rng);
    case StatementKind::kFunction:
      if (const auto function = functions_.AppendFunction(test, 0, rng, depth)) return *function;
      [[fallthrough]];
    case StatementKind::kLambda:
      return functions_.AppendLambda(test, 0, 0, rng, depth);
    default:
      return AppendPrimitive(test, kind, rng);
  }
}

VariableIndex ValueFactory::AppendPrimitive(TestCase& test, StatementKind kind, base::Rng& rng) {
  if (kind == StatementKind::kNone || rng.Chance(options_.primitive_reuse_probability)) {
    const auto same =
        FindVariable(test, rng, [&](VariableIndex v) { return test.statements[v].kind == kind; });
    if (same) return *same;
  }
  return AppendStatement(test, primitives_.Make(kind, rng));
}

VariableIndex ValueFactory::AppendLiteral(TestCase& test, const model::Value& value) {
  if (value.kind != model::ValueKind::kEnumMember) return AppendStatement(test, StatementOf(value));
  Statement member;
  if (const auto named = types_.MemberOf(value)) {
    member.kind = StatementKind::kEnumMember;
    member.target = named->first;
    member.integer = named->second;
  }
  return AppendStatement(test, std::move(member));
}

VariableIndex ValueFactory::AppendText(TestCase& test, std::string_view text) {
  Statement statement;
  statement.kind = StatementKind::kStr;
  statement.type = types_.IndexOf(TypeKind::kStr);
  statement.text = text;
  return AppendStatement(test, std::move(statement));
}

bool ValueFactory::IsFull(const TestCase& test, unsigned depth) const {
  return depth >= options_.max_recursion || test.size() >= 2 * options_.max_test_length;
}

}  // namespace skua::search
