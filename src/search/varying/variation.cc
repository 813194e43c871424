#include "search/varying/variation.h"

#include <algorithm>
#include <array>

namespace skua::search {

using model::TestCase;

namespace {

constexpr int kMutationAttempts = 5;
constexpr double kFromArchive = 0.5;  // this part of the new tests
constexpr double kHintAlone = 0.5;    // how often a test that a hint changed is left at that

}  // namespace

Variation::Variation(Evaluator& evaluator, base::Rng& rng)
    : evaluator_(evaluator),
      options_(evaluator.options()),
      rng_(rng),
      crossover_(evaluator.knowledge().types(), options_.max_test_length),
      mutation_(evaluator.goals().subject(), options_, evaluator.knowledge().primitives(),
                evaluator.knowledge().types(), evaluator.factory()),
      weights_(kOperators, options_.adaptive) {}

OperatorSet Variation::MakeNewAlone(TestCase& test) {
  OperatorSet operators;
  operators.Add(Operator::kNewTest);
  const TestCase* archived = rng_.Chance(kFromArchive) ? evaluator_.archive().Pick(rng_) : nullptr;
  if (archived == nullptr) {
    MakeRandom(test);
    return operators;
  }
  test = *archived;
  for (int i = 0; i < 2; ++i) mutation_.Mutate(test, test.size(), rng_);
  if (test.size() == 0) MakeRandom(test);
  Repair(test, test.size());
  return operators;
}

std::pair<OperatorSet, OperatorSet> Variation::MakeOffspring(const Individual& a,
                                                             const Individual& b, TestCase& first,
                                                             TestCase& second) {
  std::pair own{a.test.size(), b.test.size()};
  OperatorSet crossed;
  if (WantsCrossover()) {
    own = Cross(a, b, first, second);
    crossed.Add(Operator::kCrossover);
  } else {
    first = a.test;
    second = b.test;
  }
  std::pair made{crossed, crossed};
  made.first.Add(Mutate(first, a, own.first));
  made.second.Add(Mutate(second, b, own.second));
  return made;
}

std::pair<std::size_t, std::size_t> Variation::Cross(const Individual& a, const Individual& b,
                                                     TestCase& first, TestCase& second) {
  first = a.test;
  second = b.test;
  std::pair own = crossover_.Cross(first, second, rng_);
  const TestFactory& factory = evaluator_.factory();
  if (!factory.CallsCovering(first)) own.first = (first = a.test).size();
  if (!factory.CallsCovering(second)) own.second = (second = b.test).size();
  return own;
}

OperatorSet Variation::MutateAlone(TestCase& test, const Individual& parent, std::size_t own) {
  OperatorSet operators;
  if (!parent.hints.empty() && Wants(Operator::kHint, options_.operand_probability)) {
    const OperandHint& hint = rng_.Pick(parent.hints);
    if (hint.variable < own && ApplyHint(test, hint, rng_)) operators.Add(Operator::kHint);
  }
  if (operators.Has(Operator::kHint) && rng_.Chance(kHintAlone)) return operators;
  // Statements after one that raises would not run. A test that was cut by crossover does not end
  // with the statement that raised.
  const bool whole = own == test.size();
  const std::size_t end = test.size() - (whole && parent.raises && own > 0 ? 1 : 0);
  constexpr std::array kKinds = {Operator::kRemove, Operator::kChange, Operator::kInsert};
  std::array<double, kKinds.size()> factors;
  for (std::size_t i = 0; i < kKinds.size(); ++i) {
    factors[i] = weights_.FactorOf(static_cast<std::size_t>(kKinds[i]));
  }
  for (int i = 0; i < kMutationAttempts; ++i) {
    const Operator kind = kKinds[rng_.Weighted(factors)];
    if (!Apply(kind, test, std::min(end, test.size()))) continue;
    operators.Add(kind);
    break;
  }
  if (test.size() == 0) MakeRandom(test);
  Repair(test, end);
  return operators;
}

void Variation::Repair(TestCase& test, std::size_t end) {
  TestFactory& factory = evaluator_.factory();
  if (factory.CallsCovering(test)) return;
  if (!factory.InsertCoveringCall(test, end, rng_)) MakeRandom(test);
}

bool Variation::Apply(Operator it, TestCase& test, std::size_t end) {
  switch (it) {
    case Operator::kRemove:
      return mutation_.Remove(test, rng_);
    case Operator::kChange:
      return mutation_.Change(test, rng_);
    default:
      return evaluator_.factory().InsertStatements(test, end, rng_);
  }
}

void Variation::Credit(OperatorSet operators, double reward) {
  operators.Visit([&](int it) {
    weights_.Use(static_cast<std::size_t>(it));
    if (reward > 0) weights_.Reward(static_cast<std::size_t>(it), reward);
  });
}

// The pool is left alone once it pays as little as can be measured, until the discount forgets
// that.
void Variation::EndGeneration() {
  weights_.Discount();
  constexpr auto kPool = static_cast<std::size_t>(Operator::kPool);
  const bool pays = weights_.FactorOf(kPool) > AdaptiveWeights::kLeast;
  evaluator_.factory().values().instances().SetPoolProbability(
      pays ? weights_.Scale(kPool, options_.pool_probability) : 0);
}

}  // namespace skua::search
