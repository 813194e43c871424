#include "search/making/type_guesses.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <numeric>

#include "search/expected/expected_values.h"

namespace skua::search {

using model::CallableIndex;
using model::ClassIndex;
using model::Statement;
using model::StatementKind;
using model::TypeKind;

namespace {

constexpr double kLowered = 0.8;
constexpr double kRaised = 1.5;
constexpr double kSuggestedWeight = 4;
// The search of a pair takes what call sites enter, objects of such classes and functions, as often
// as a third of all other guesses together.
constexpr double kEnteredObjects = 6;
constexpr double kEnteredFunctions = 3;
constexpr double kExpected = 0.75;  // part of first weights that is what people pass
constexpr double kFloor = 0.1;      // part of the prior below which no weight falls
constexpr double kCeiling = 10;

// By StatementKind.
constexpr std::array<double, kFirstClass> kPriors = {
    0.4,  // kNone
    1,    // kBool
    3,    // kInt
    1,    // kFloat
    0.1,  // kComplex
    4,    // kStr
    0.4,  // kBytes
    1.5,  // kList
    0.7,  // kTuple
    0.4,  // kSet
    0.1,  // kFrozenSet
    1.2,  // kDict
    0,    // kEnumMember: guessed by its class
    0.3,  // kClass
    0,    // kCall
    0.2,  // kFunction
    0.4,  // kLambda
    0,    // kLazy
};

}  // namespace

TypeGuesses::TypeGuesses(const model::Subject& subject, const TypeSystem& types)
    : subject_(&subject), types_(&types), prior_(kFirstClass + subject.classes.size(), 0) {
  std::ranges::copy(kPriors, prior_.begin());
  if (subject.classes.empty()) prior_[static_cast<Guess>(StatementKind::kClass)] = 0;
  // Classes share a fixed weight, however many there are: 3 for the subject's own, 1 for foreign
  // ones, little for exceptions.
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
  AddEntered();
  std::size_t parameters = 0;
  for (const model::Callable& callable : subject.callables) {
    first_parameter_.push_back(parameters);
    parameters += callable.parameters.size();
    for (const model::Parameter& parameter : callable.parameters) {
      first_.push_back(FirstWeights(parameter));
    }
  }
  learned_.resize(parameters);
}

std::vector<double> TypeGuesses::FirstWeights(const model::Parameter& parameter) const {
  const EnteredParts& entered = types_->entered();
  const bool seeks_entry =
      !entered.classes.empty() || !entered.functions.empty() || !entered.makers.empty();
  if (seeks_entry || subject_->types[parameter.type].kind != TypeKind::kAny) return {};
  const std::vector<double> kinds = ExpectedValues(*subject_).KindsFor(parameter);
  if (kinds.empty()) return {};
  const auto classes = prior_.begin() + kFirstClass;
  const double of_classes = std::accumulate(classes, prior_.end(), 0.0);
  const double all = std::accumulate(prior_.begin(), prior_.end(), 0.0);
  std::vector<double> weights = prior_;
  for (Guess guess = 0; guess < weights.size(); ++guess) {
    double expected = guess < kFirstClass ? kinds[guess] : 0;
    if (guess == static_cast<Guess>(StatementKind::kCall) || prior_[guess] == 0) expected = 0;
    if (guess >= kFirstClass) {
      expected = kinds[static_cast<std::size_t>(StatementKind::kCall)] * prior_[guess] / of_classes;
    }
    weights[guess] = (1 - kExpected) * prior_[guess] / all + kExpected * expected;
  }
  return weights;
}

void TypeGuesses::AddEntered() {
  std::vector<ClassIndex> buildable;
  const EnteredParts& entered = types_->entered();
  std::ranges::copy_if(entered.classes, std::back_inserter(buildable),
                       [this](ClassIndex c) { return types_->IsBuildable(c); });
  for (const ClassIndex c : buildable) {
    prior_[kFirstClass + c] += kEnteredObjects / static_cast<double>(buildable.size());
  }
  if (!entered.functions.empty()) {
    prior_[static_cast<Guess>(StatementKind::kFunction)] = kEnteredFunctions;
  }
  if (!entered.makers.empty()) {
    prior_[static_cast<Guess>(StatementKind::kCall)] = kEnteredFunctions;
  }
}

Guess TypeGuesses::PickWrong(base::Rng& rng) const {
  const EnteredParts& entered = types_->entered();
  const auto is_entered = [&](Guess guess) {
    if (guess == static_cast<Guess>(StatementKind::kFunction)) return !entered.functions.empty();
    if (guess < kFirstClass) return guess == static_cast<Guess>(StatementKind::kCall);
    return std::ranges::binary_search(entered.classes,
                                      static_cast<ClassIndex>(guess - kFirstClass));
  };
  Guess guess = Pick(rng);
  while (is_entered(guess)) guess = Pick(rng);  // a str is always possible
  return guess;
}

Guess TypeGuesses::Pick(CallableIndex callable, std::size_t parameter, base::Rng& rng) const {
  const std::size_t place = first_parameter_[callable] + parameter;
  if (!learned_[place].empty()) return rng.Weighted(learned_[place]);
  return rng.Weighted(first_[place].empty() ? prior_ : first_[place]);
}

model::TypeIndex TypeGuesses::PickAlternative(CallableIndex callable, std::size_t parameter,
                                              base::Rng& rng) const {
  const model::TypeIndex type = subject_->callables[callable].parameters[parameter].type;
  const auto& alternatives = subject_->types[type].arguments;
  const auto& learned = learned_[first_parameter_[callable] + parameter];
  return alternatives[learned.empty() ? rng.Weighted(types_->WeightsOf(type))
                                      : rng.Weighted(learned)];
}

std::optional<Guess> TypeGuesses::GuessOf(const Statement& statement) const {
  if (statement.kind != StatementKind::kCall && statement.kind != StatementKind::kEnumMember) {
    return static_cast<Guess>(statement.kind);
  }
  const model::ClassIndex is_of = types_->ClassOf(statement);
  if (is_of == model::kNoIndex) return std::nullopt;
  return kFirstClass + is_of;
}

void TypeGuesses::Lower(const model::TestCase& test, const Statement& call) {
  Scale(test, call, kLowered);
}

void TypeGuesses::Raise(const model::TestCase& test, const Statement& call) {
  Scale(test, call, kRaised);
}

void TypeGuesses::Suggest(const model::TestCase& test, model::VariableIndex variable,
                          CallableIndex callable, std::size_t parameter) {
  ScaleParameter(test, variable, callable, parameter, kSuggestedWeight);
}

void TypeGuesses::Scale(const model::TestCase& test, const Statement& call, double factor) {
  if (call.kind != StatementKind::kCall) return;
  const std::size_t first = call.operands.size() - call.parameters.size();
  for (std::size_t i = 0; i < call.parameters.size(); ++i) {
    ScaleParameter(test, call.operands[first + i], call.target, call.parameters[i], factor);
  }
}

void TypeGuesses::ScaleParameter(const model::TestCase& test, model::VariableIndex variable,
                                 CallableIndex callable, std::size_t parameter, double factor) {
  const model::Parameter& it = subject_->callables[callable].parameters[parameter];
  if (it.kind == model::ParameterKind::kVarPositional ||
      it.kind == model::ParameterKind::kVarKeyword) {
    return;  // the argument is a collection; the type is that of its elements
  }
  const model::Type& type = subject_->types[it.type];
  auto& weights = learned_[first_parameter_[callable] + parameter];
  const auto scale = [&](std::size_t place, double prior) {
    weights[place] = std::clamp(weights[place] * factor, kFloor * prior, kCeiling * prior);
  };
  if (type.kind == TypeKind::kAny) {
    const auto guess = GuessOf(test.statements[variable]);
    if (!guess || prior_[*guess] == 0) return;
    const auto& first = first_[first_parameter_[callable] + parameter];
    const std::vector<double>& before = first.empty() ? prior_ : first;
    if (weights.empty()) weights = before;
    scale(*guess, before[*guess]);
  } else if (type.kind == TypeKind::kUnion) {
    const std::span<const double> before = types_->WeightsOf(it.type);
    for (std::size_t i = 0; i < type.arguments.size(); ++i) {
      if (!types_->Fits(test, variable, type.arguments[i])) continue;
      if (weights.empty()) weights.assign(before.begin(), before.end());
      scale(i, before[i]);
      return;
    }
  }
}

}  // namespace skua::search
