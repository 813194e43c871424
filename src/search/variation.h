// Makes new tests from others by the operators of the Pynguin paper (§3.3) and by hints from
// comparisons, and learns which of them pay. Algorithms decide what is varied; how, is decided
// here.
#pragma once

#include <bit>
#include <cstdint>
#include <utility>

#include "base/rng.h"
#include "search/adaptive_weights.h"
#include "search/crossover.h"
#include "search/evaluator.h"
#include "search/individual.h"
#include "search/mutation.h"

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

// Those that made a test; to be rewarded when it turns out well.
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
  // A test from outside the population: a random one, or a variant of one in the archive.
  OperatorSet MakeNew(model::TestCase& test) {
    return WithPool([&] { return MakeNewAlone(test); });
  }
  bool WantsNew() { return Wants(Operator::kNewTest, options_.new_test_probability); }
  bool WantsCrossover() { return Wants(Operator::kCrossover, options_.crossover_probability); }

  // `first` and `second` become the offspring of the two, or copies of them.
  std::pair<OperatorSet, OperatorSet> MakeOffspring(const Individual& a, const Individual& b,
                                                    model::TestCase& first,
                                                    model::TestCase& second);
  // `test`, a copy of the parent, becomes a variant of it. Its first `own` statements are still the
  // parent's, whose hints are about them.
  OperatorSet Mutate(model::TestCase& test, const Individual& parent, std::size_t own) {
    return WithPool([&] { return MutateAlone(test, parent, own); });
  }
  OperatorSet Mutate(model::TestCase& test, const Individual& parent) {
    return Mutate(test, parent, test.size());
  }

  bool WantsLocalSearch() {
    return Wants(Operator::kLocalSearch, options_.local_search_probability);
  }

  // What came of a test that these made: nothing, or more.
  void Credit(OperatorSet operators, double reward);
  // `tests` that one operator cost on its own.
  void Charge(Operator it, double tests) { weights_.Use(static_cast<std::size_t>(it), tests); }
  void EndGeneration();

 private:
  bool Wants(Operator it, double probability) {
    return rng_.Chance(weights_.Scale(static_cast<std::size_t>(it), probability));
  }
  bool Apply(Operator it, model::TestCase& test, std::size_t end);
  OperatorSet MutateAlone(model::TestCase& test, const Individual& parent, std::size_t own);
  OperatorSet MakeNewAlone(model::TestCase& test);
  // What `make` says, and whether objects came from the pool meanwhile.
  template <typename Make>
  OperatorSet WithPool(Make make) {
    const uint64_t before = evaluator_.factory().values().drawn();
    OperatorSet operators = make();
    if (evaluator_.factory().values().drawn() != before) operators.Add(Operator::kPool);
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
