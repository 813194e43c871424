#include "search/making/function_factory.h"

#include <algorithm>
#include <iterator>

#include "model/answering.h"
#include "model/named_objects.h"
#include "search/making/test_edits.h"
#include "search/making/value_factory.h"

namespace skua::search {

using model::Callable;
using model::CallableIndex;
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

constexpr int kFunctionAttempts = 10;
constexpr double kLambda = 0.55;
constexpr double kFunction = 0.2;
constexpr double kRaisingOperation = 0.2;
constexpr double kMoreAnswers = 0.2;    // of an operation, one after the other
constexpr double kCallsArgument = 0.6;  // where a function is declared to be one
constexpr double kDouble = 0.15;        // one that raises, or answers in turn; else a class

// The probability, where any function will do, of passing one that a call site of a pair may enter.
constexpr double kEnteredFunction = 0.6;

// Returns whether the callable accepts `count` positional arguments.
bool Takes(const Callable& callable, std::size_t count) {
  std::size_t required = 0, positional = 0;
  bool takes_more = false;
  for (const Parameter& parameter : callable.parameters) {
    switch (parameter.kind) {
      case ParameterKind::kPositionalOnly:
      case ParameterKind::kPositionalOrKeyword:
        ++positional;
        if (!parameter.has_default) ++required;
        break;
      case ParameterKind::kVarPositional:
        takes_more = true;
        break;
      case ParameterKind::kKeywordOnly:
        if (!parameter.has_default) return false;
        break;
      case ParameterKind::kVarKeyword:
        break;
    }
  }
  return required <= count && (count <= positional || takes_more);
}

}  // namespace

FunctionFactory::FunctionFactory(const ValueSources& sources, ValueFactory& values)
    : subject_(sources.subject), types_(sources.types), values_(values) {
  for (CallableIndex i = 0; i < subject_.callables.size(); ++i) {
    const Callable& callable = subject_.callables[i];
    if (!IsFunctionLike(callable) || callable.is_protected) continue;
    if (model::HasReceiver(callable) && !types_.IsBuildable(callable.class_index)) continue;
    functions_.push_back(i);
    if (std::ranges::binary_search(types_.entered().functions, i)) entered_.push_back(i);
  }
  for (ClassIndex c = 0; c < subject_.classes.size(); ++c) {
    if (model::MayBePassed(subject_.classes[c])) classes_.push_back(c);
    if (!subject_.classes[c].definition.empty() && !subject_.classes[c].in_subject &&
        types_.IsCallable(c)) {
      doubles_.push_back(c);
    }
    if (subject_.classes[c].is_exception) exception_classes_.push_back(c);
  }
}

VariableIndex FunctionFactory::Append(TestCase& test, TypeIndex index, base::Rng& rng,
                                      unsigned depth) {
  const Type& type = subject_.types[index];
  if (const auto entered = AppendEntered(test, index, rng, depth)) return *entered;
  if (model::IsAwaited(type)) return AppendOperation(test, index, rng, depth);
  if (const auto calling = AppendCalling(test, index, rng, depth)) return *calling;
  const double choice = rng.Real();
  if (choice >= kLambda && !values_.IsFull(test, depth)) {
    if (choice < kLambda + kFunction) {
      if (const auto function = AppendFunction(test, index, rng, depth)) return *function;
    } else if (choice < kLambda + kFunction + kDouble) {
      if (!doubles_.empty()) {
        const auto made = values_.instances().Append(test, rng.Pick(doubles_), rng, depth);
        if (made) return *made;
      }
    } else if (!classes_.empty()) {
      return AppendClass(test, type.arguments.empty() ? 0 : type.arguments.back(), rng);
    }
  }
  return AppendLambda(test, index, type.arguments.empty() ? 0 : type.arguments.back(), rng, depth);
}

VariableIndex FunctionFactory::AppendLambda(TestCase& test, TypeIndex type, TypeIndex result,
                                            base::Rng& rng, unsigned depth) {
  Statement lambda;
  lambda.kind = StatementKind::kLambda;
  lambda.type = type;
  const bool is_known = subject_.types[result].kind != TypeKind::kAny;
  if (values_.IsFull(test, depth)) {
    if (is_known) {
      lambda.operands.push_back(
          values_.AppendPrimitive(test, PrimitiveOf(subject_.types[result].kind), rng));
    }
  } else if (rng.Chance(is_known ? 0.1 : 0.35)) {
    lambda.integer = model::kReturnsFirst;
  } else {
    lambda.operands.push_back(values_.AppendValue(test, result, rng, depth + 1));
  }
  return AppendStatement(test, std::move(lambda));
}

VariableIndex FunctionFactory::AppendOperation(TestCase& test, TypeIndex type, base::Rng& rng,
                                               unsigned depth) {
  if (const auto calling = AppendCalling(test, type, rng, depth)) return *calling;
  const std::vector<TypeIndex>& arguments = subject_.types[type].arguments;
  Statement lambda;
  lambda.kind = StatementKind::kLambda;
  lambda.type = type;
  lambda.integer = model::IsAwaited(subject_.types[type]) ? model::kAwaitable : model::kReturned;
  if (!exception_classes_.empty() && rng.Chance(kRaisingOperation)) {
    lambda.integer |= model::kInTurn;
    lambda.operands.push_back(AppendExceptionClass(test, rng));
    return AppendStatement(test, std::move(lambda));
  }
  const TypeIndex result = arguments.empty() ? 0 : arguments.back();
  do {
    lambda.operands.push_back(values_.AppendValue(test, result, rng, depth + 1));
  } while (subject_.types[result].kind != TypeKind::kNone && rng.Chance(kMoreAnswers));
  if (lambda.operands.size() > 1) lambda.integer |= model::kInTurn;
  return AppendStatement(test, std::move(lambda));
}

std::optional<VariableIndex> FunctionFactory::AppendCalling(TestCase& test, TypeIndex index,
                                                            base::Rng& rng, unsigned depth) {
  const std::vector<TypeIndex>& taken = subject_.types[index].arguments;  // then the result
  const auto is_function = [&](std::size_t place) {
    return subject_.types[taken[place]].kind == TypeKind::kCallable;
  };
  if (taken.size() < 2 || values_.IsFull(test, depth)) return std::nullopt;
  const std::size_t last = taken.size() - 2;
  const bool calls_last = is_function(last);
  if ((!calls_last && !is_function(0)) || !rng.Chance(kCallsArgument)) return std::nullopt;
  Statement lambda;
  lambda.kind = StatementKind::kLambda;
  lambda.type = index;
  lambda.integer = calls_last ? model::kCallsLast : model::kCallsFirst;
  const std::vector<TypeIndex>& inner = subject_.types[taken[last]].arguments;
  const bool passes_on =
      inner.empty() || std::equal(inner.begin(), inner.end() - 1, taken.begin(),
                                  taken.begin() + static_cast<std::ptrdiff_t>(last));
  if (calls_last && !passes_on) {
    for (std::size_t i = 0; i + 1 < inner.size(); ++i) {
      lambda.operands.push_back(values_.AppendValue(test, inner[i], rng, depth + 1));
    }
  }
  return AppendStatement(test, std::move(lambda));
}

std::optional<VariableIndex> FunctionFactory::AppendFunction(TestCase& test, TypeIndex index,
                                                             base::Rng& rng, unsigned depth) {
  if (!entered_.empty() && rng.Chance(kEnteredFunction)) {
    if (const auto found = AppendOneOf(entered_, test, index, rng, depth)) return found;
  }
  return AppendOneOf(functions_, test, index, rng, depth);
}

std::optional<VariableIndex> FunctionFactory::AppendEntered(TestCase& test, TypeIndex type,
                                                            base::Rng& rng, unsigned depth) {
  const std::size_t functions = entered_.size(), makers = types_.entered().makers.size();
  if (functions + makers == 0 || values_.IsFull(test, depth) || !rng.Chance(kEnteredFunction)) {
    return std::nullopt;
  }
  return rng.Below(functions + makers) < functions ? AppendOneOf(entered_, test, type, rng, depth)
                                                   : AppendMade(test, rng, depth);
}

std::optional<VariableIndex> FunctionFactory::AppendMade(TestCase& test, base::Rng& rng,
                                                         unsigned depth) {
  const auto& makers = types_.entered().makers;
  if (makers.empty() || values_.IsFull(test, depth)) return std::nullopt;
  if (!values_.AppendCall(test, rng.Pick(makers), std::nullopt, rng, depth)) return std::nullopt;
  return static_cast<VariableIndex>(test.size() - 1);
}

std::optional<VariableIndex> FunctionFactory::AppendOneOf(const std::vector<CallableIndex>& targets,
                                                          TestCase& test, TypeIndex index,
                                                          base::Rng& rng, unsigned depth) {
  if (targets.empty()) return std::nullopt;
  // Without parameters a Callable may be `Callable[..., T]`, which takes anything.
  const std::size_t arguments = subject_.types[index].arguments.size();
  for (int attempt = 0; attempt < kFunctionAttempts; ++attempt) {
    const CallableIndex target = rng.Pick(targets);
    const Callable& callable = subject_.callables[target];
    if (arguments > 1 && !Takes(callable, arguments - 1)) continue;
    Statement function;
    function.kind = StatementKind::kFunction;
    function.target = target;
    function.type = index;
    if (model::HasReceiver(callable)) {
      const auto receiver = values_.instances().Append(test, callable.class_index, rng, depth + 1);
      if (!receiver) continue;
      function.operands.push_back(*receiver);
    }
    return AppendStatement(test, std::move(function));
  }
  return std::nullopt;
}

VariableIndex FunctionFactory::AppendClass(TestCase& test, TypeIndex of, base::Rng& rng) {
  const Type& type = subject_.types[of];
  if (type.kind == TypeKind::kUnion && !type.arguments.empty()) {
    return AppendClass(test, rng.Pick(type.arguments), rng);
  }
  if (classes_.empty()) return values_.AppendPrimitive(test, StatementKind::kNone, rng);
  Statement value;
  value.kind = StatementKind::kClass;
  value.target = rng.Pick(classes_);
  if (type.class_index != kNoIndex) {
    std::vector<ClassIndex> fitting;
    std::copy_if(classes_.begin(), classes_.end(), std::back_inserter(fitting),
                 [&](ClassIndex c) { return types_.IsSubclass(c, type.class_index); });
    if (!fitting.empty()) value.target = rng.Pick(fitting);
  }
  return AppendStatement(test, std::move(value));
}

VariableIndex FunctionFactory::AppendExceptionClass(TestCase& test, base::Rng& rng) {
  if (exception_classes_.empty()) return AppendClass(test, 0, rng);
  Statement value;
  value.kind = StatementKind::kClass;
  value.target = rng.Pick(exception_classes_);
  return AppendStatement(test, std::move(value));
}

}  // namespace skua::search
