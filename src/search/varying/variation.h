// Makes new tests from others by the operators of the Pynguin paper (§3.3) and by hints from
// comparisons, and learns which operators pay. The algorithms decide which tests are varied; here
// it is decided how.
#pragma once

#include <bit>
#include <cstdint>
#include <utility>

#include "base/rng.h"
#include "search/evaluation/adaptive_weights.h"
#include "search/evaluation/evaluator.h"
#include "search/evaluation/individual.h"
#include "search/varying/crossover.h"
#include "search/varying/mutation.h"

namespace skua::search {

enum class Operator : uint8_t {
  kNewTest,
  kCrossover,
  kRemove,
  kChange,
  kInsert,
  kHint,
  kLocalSearch,
  kPool,  // an object from the pool came in
};
inline constexpr std::size_t kOperators = 8;

// The operators that made a test, which are rewarded when it turns out well.
class OperatorSet {
 public:
  OperatorSet() = default;
  void Add(Operator it) { bits_ = static_cast<uint8_t>(bits_ | 1u << static_cast<unsigned>(it)); }
  void Add(OperatorSet others) { bits_ |= others.bits_; }
  bool Has(Operator it) const { return (bits_ >> static_cast<unsigned>(it) & 1) != 0; }
  template <typename Visitor>
  void Visit(Visitor visit) const {
    for (unsigned bits = bits_; bits != 0; bits &= bits - 1) visit(std::countr_zero(bits));
  }

 private:
  uint8_t bits_ = 0;
};

class Variation {
 public:
  // Borrows both, which outlive it.
  Variation(Evaluator& evaluator, base::Rng& rng);

  void MakeRandom(model::TestCase& test) { evaluator_.factory().MakeRandomTest(test, rng_); }
  // Makes a test from outside the population: a random one, or a variant of one in the archive.
  OperatorSet MakeNew(model::TestCase& test) {
    return WithPool([&] { return MakeNewAlone(test); });
  }
  bool WantsNew() { return Wants(Operator::kNewTest, options_.new_test_probability); }
  bool WantsCrossover() { return Wants(Operator::kCrossover, options_.crossover_probability); }

  // `first` and `second` become children of `a` and `b` by crossover. Returns how many of their
  // first statements are still those of `a` and `b`. A pair's child that lost all calls that get to
  // a call site becomes its parent again (Cling §3.2.4).
  std::pair<std::size_t, std::size_t> Cross(const Individual& a, const Individual& b,
                                            model::TestCase& first, model::TestCase& second);
  // `first` and `second` become the offspring of `a` and `b`, or copies of them.
  std::pair<OperatorSet, OperatorSet> MakeOffspring(const Individual& a, const Individual& b,
                                                    model::TestCase& first,
                                                    model::TestCase& second);
  // Turns `test`, a copy of the parent, into a variant of it. Its first `own` statements are still
  // the parent's; the parent's hints are about these.
  OperatorSet Mutate(model::TestCase& test, const Individual& parent, std::size_t own) {
    return WithPool([&] { return MutateAlone(test, parent, own); });
  }
  OperatorSet Mutate(model::TestCase& test, const Individual& parent) {
    return Mutate(test, parent, test.size());
  }

  bool WantsLocalSearch() {
    return Wants(Operator::kLocalSearch, options_.local_search_probability);
  }

  // Credits operators with the reward of a test that they made; 0: nothing.
  void Credit(OperatorSet operators, double reward);
  // Charges an operator for `tests` that it alone caused.
  void Charge(Operator it, double tests) { weights_.Use(static_cast<std::size_t>(it), tests); }
  void EndGeneration();

 private:
  bool Wants(Operator it, double probability) {
    return rng_.Chance(weights_.Scale(static_cast<std::size_t>(it), probability));
  }
  bool Apply(Operator it, model::TestCase& test, std::size_t end);
  // A pair's test that lost all calls that get to a call site by mutation gets one (Cling §3.2.4).
  // Where 50 attempts fail, the paper leaves the test out of the next generation; here a new one
  // takes its place, so that a generation has its size whatever can be called. Where no attempt
  // ever succeeds (methods of a class that nothing is known to make), tests without such a call
  // remain: what they make may be what is missing.
  void Repair(model::TestCase& test, std::size_t end);
  OperatorSet MutateAlone(model::TestCase& test, const Individual& parent, std::size_t own);
  OperatorSet MakeNewAlone(model::TestCase& test);
  // Runs `make`, and adds the pool to its operators if objects came from there meanwhile.
  template <typename Make>
  OperatorSet WithPool(Make make) {
    const uint64_t before = evaluator_.factory().values().instances().drawn();
    OperatorSet operators = make();
    if (evaluator_.factory().values().instances().drawn() != before) operators.Add(Operator::kPool);
    return operators;
  }

  Evaluator& evaluator_;
  const SearchOptions& options_;
  base::Rng& rng_;
  Crossover crossover_;
  Mutation mutation_;
  AdaptiveWeights weights_;
};

}  // namespace skua::search
