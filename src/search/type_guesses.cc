#include "search/type_guesses.h"

#include <algorithm>

namespace skua::search {

using model::CallableIndex;
using model::ClassIndex;
using model::Statement;
using model::StatementKind;
using model::TypeKind;

namespace {

constexpr double kLowered = 0.8;
constexpr double kRaised = 1.5;
constexpr double kFloor = 0.1;  // of the prior: never ruled out
constexpr double kCeiling = 10;

double PriorOf(StatementKind kind) {
  switch (kind) {
    case StatementKind::kStr:
      return 4;
    case StatementKind::kInt:
      return 3;
    case StatementKind::kList:
      return 1.5;
    case StatementKind::kDict:
      return 1.2;
    case StatementKind::kBool:
    case StatementKind::kFloat:
      return 1;
    case StatementKind::kTuple:
      return 0.7;
    case StatementKind::kNone:
    case StatementKind::kBytes:
    case StatementKind::kSet:
      return 0.4;
    case StatementKind::kClass:
      return 0.3;
    case StatementKind::kComplex:
    case StatementKind::kFrozenSet:
      return 0.1;
    case StatementKind::kEnumMember:  // guessed by its class
    case StatementKind::kCall:
    case StatementKind::kFunction:
    case StatementKind::kLambda:
    case StatementKind::kLazy:
      return 0;
  }
  return 0;
}

}  // namespace

TypeGuesses::TypeGuesses(const model::Subject& subject, const TypeSystem& types)
    : subject_(&subject), types_(&types), prior_(kFirstClass + subject.classes.size(), 0) {
  for (Guess guess = 0; guess < kFirstClass; ++guess) {
    prior_[guess] = PriorOf(static_cast<StatementKind>(guess));
  }
  if (subject.classes.empty()) prior_[static_cast<Guess>(StatementKind::kClass)] = 0;
  // However many classes there are, they share: own ones 3, foreign ones 1, exceptions little.
  double own = 0, foreign = 0;
  for (ClassIndex c = 0; c < subject.classes.size(); ++c) {
    if (!types.IsBuildable(c)) continue;
    const model::Class& it = subject.classes[c];
    double& weight = prior_[kFirstClass + c];
    weight = it.is_exception ? 0.1 : 1;
    (it.in_subject ? own : foreign) += weight;
  }
  for (ClassIndex c = 0; c < subject.classes.size(); ++c) {
    double& weight = prior_[kFirstClass + c];
    if (weight > 0) weight *= subject.classes[c].in_subject ? 3 / own : 1 / foreign;
  }
  std::size_t parameters = 0;
  for (const model::Callable& callable : subject.callables) {
    first_parameter_.push_back(parameters);
    parameters += callable.parameters.size();
  }
  learned_.resize(parameters);
}

Guess TypeGuesses::Pick(CallableIndex callable, std::size_t parameter, base::Rng& rng) const {
  const auto& learned = learned_[first_parameter_[callable] + parameter];
  return rng.Weighted(learned.empty() ? prior_ : learned);
}

std::optional<Guess> TypeGuesses::GuessOf(const Statement& statement) const {
  const Shape shape = types_->ShapeOf(statement);
  switch (shape.kind) {
    case TypeKind::kClass:
    case TypeKind::kEnum:
      if (shape.class_index == model::kNoIndex) return std::nullopt;
      return kFirstClass + shape.class_index;
    default:
      if (statement.kind == StatementKind::kCall) return std::nullopt;
      return static_cast<Guess>(statement.kind);
  }
}

void TypeGuesses::Lower(const model::TestCase& test, const Statement& call) {
  Scale(test, call, kLowered);
}

void TypeGuesses::Raise(const model::TestCase& test, const Statement& call) {
  Scale(test, call, kRaised);
}

void TypeGuesses::Scale(const model::TestCase& test, const Statement& call, double factor) {
  if (call.kind != StatementKind::kCall) return;
  const model::Callable& callable = subject_->callables[call.target];
  const std::size_t first = call.operands.size() - call.parameters.size();
  for (std::size_t i = 0; i < call.parameters.size(); ++i) {
    const std::size_t parameter = call.parameters[i];
    if (subject_->types[callable.parameters[parameter].type].kind != TypeKind::kAny) continue;
    const auto guess = GuessOf(test.statements[call.operands[first + i]]);
    if (!guess || prior_[*guess] == 0) continue;
    auto& weights = learned_[first_parameter_[call.target] + parameter];
    if (weights.empty()) weights = prior_;
    weights[*guess] =
        std::clamp(weights[*guess] * factor, kFloor * prior_[*guess], kCeiling * prior_[*guess]);
  }
}

}  // namespace skua::search
