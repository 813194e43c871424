// Panichella, Kifetew and Tonella (2018), "Automated Test Case Generation as a Many-Objective
// Optimisation Problem with Dynamic Selection of the Targets"; the operators are Pynguin's. A
// population of tests evolves; each generation's offspring are executed in one batch; parents and
// offspring are ranked together by preference criterion and non-dominated fronts over the targets
// that are reachable in the control-dependence graph; the best survive.
#include "search/dynamosa.h"

#include <algorithm>
#include <utility>

#include "search/crossover.h"
#include "search/fitness.h"
#include "search/mutation.h"
#include "search/targets.h"

namespace skua::search {
namespace {

using model::TestCase;
using model::Verdict;

constexpr int kMutationAttempts = 5;

struct Individual {
  TestCase test;
  bool raises = false;
  std::vector<OperandHint> hints;
  // Of the trace, what fitness needs: targets change, and the row is then filled anew.
  std::vector<model::CodeObjectIndex> code_objects;
  std::vector<model::PredicateDistance> predicates;
  std::vector<FitnessEntry> row;
  uint32_t rank = 0;
  double crowding_distance = 0;
};

class Evolution {
 public:
  Evolution(Evaluator& evaluator, base::Rng& rng)
      : evaluator_(evaluator),
        options_(evaluator.options()),
        rng_(rng),
        crossover_(evaluator.types(), options_.max_test_length),
        mutation_(evaluator.goals().subject(), options_, evaluator.primitives(), evaluator.types(),
                  evaluator.factory()),
        fitness_(evaluator.goals()),
        targets_(evaluator.goals()) {
    targets_.Update(evaluator.archive().covered());
  }

  void Run(std::span<const TestCase> seeds) {
    GenerateRandomPopulation(seeds);
    EvaluateOffspring();
    SelectSurvivors();
    while (!evaluator_.Finished()) {
      evaluator_.CountGeneration();
      GenerateOffspring();
      EvaluateOffspring();
      SelectSurvivors();
    }
  }

 private:
  void GenerateRandomPopulation(std::span<const TestCase> seeds) {
    offspring_.assign(seeds.begin(), seeds.end());
    while (offspring_.size() < options_.population) {
      evaluator_.factory().MakeRandomTest(offspring_.emplace_back(), rng_);
    }
  }

  void GenerateOffspring() {
    offspring_.resize(options_.population);
    for (std::size_t i = 0; i < offspring_.size(); i += 2) {
      const bool is_last = i + 1 == offspring_.size();
      if (population_.empty() || rng_.Chance(options_.new_test_probability)) {
        MakeNewTest(offspring_[i]);
        if (!is_last) MakeNewTest(offspring_[i + 1]);
        continue;
      }
      const Individual& a = Tournament();
      const Individual& b = Tournament();
      TestCase& first = offspring_[i];
      TestCase& second = is_last ? spare_ : offspring_[i + 1];
      first = a.test;
      second = b.test;
      std::pair own{first.size(), second.size()};
      const bool crossed = rng_.Chance(options_.crossover_probability);
      if (crossed) own = crossover_.Cross(first, second, rng_);
      Vary(first, a, own.first);
      Vary(second, b, own.second);
    }
  }

  // Diversity: a random test, or one of the archive, which the population may have lost.
  void MakeNewTest(TestCase& test) {
    const TestCase* archived = rng_.Chance(0.5) ? evaluator_.archive().Pick(rng_) : nullptr;
    if (archived == nullptr) {
      evaluator_.factory().MakeRandomTest(test, rng_);
      return;
    }
    test = *archived;
    for (int i = 0; i < 2; ++i) mutation_.Mutate(test, test.size(), rng_);
    if (test.size() == 0) evaluator_.factory().MakeRandomTest(test, rng_);
  }

  // The first `own` statements are still those of the parent, whose hints are about them.
  void Vary(TestCase& test, const Individual& parent, std::size_t own) {
    bool changed = false;
    if (!parent.hints.empty() && rng_.Chance(options_.operand_probability)) {
      const OperandHint& hint = rng_.Pick(parent.hints);
      changed = hint.variable < own && ApplyHint(test, hint, rng_);
    }
    if (changed && rng_.Chance(0.5)) return;
    // Behind a statement that raises nothing would run; a cut test has another end.
    const bool whole = own == test.size();
    const std::size_t end = test.size() - (whole && parent.raises && own > 0 ? 1 : 0);
    for (int i = 0; i < kMutationAttempts; ++i) {
      if (mutation_.Mutate(test, std::min(end, test.size()), rng_)) break;
    }
    if (test.size() == 0) evaluator_.factory().MakeRandomTest(test, rng_);
  }

  const Individual& Tournament() {
    const Individual* winner = &rng_.Pick(population_);
    for (std::size_t i = 1; i < options_.tournament_size; ++i) {
      const Individual& challenger = rng_.Pick(population_);
      if (challenger.rank < winner->rank ||
          (challenger.rank == winner->rank &&
           challenger.crowding_distance > winner->crowding_distance)) {
        winner = &challenger;
      }
    }
    return *winner;
  }

  // Executes the offspring and puts them behind the population.
  void EvaluateOffspring() {
    const bool gained = evaluator_.Evaluate(offspring_);
    const std::size_t parents = population_.size();
    for (std::size_t i = 0; i < offspring_.size(); ++i) {
      model::Trace& trace = evaluator_.mutable_traces()[i];
      if (trace.verdict != Verdict::kPassed && trace.verdict != Verdict::kRaised) continue;
      Individual& individual = NewIndividual();
      std::swap(individual.test, offspring_[i]);
      std::swap(individual.code_objects, trace.code_objects);
      std::swap(individual.predicates, trace.predicates);
      std::swap(individual.hints, evaluator_.hints()[i]);
      individual.raises = trace.verdict == Verdict::kRaised;
    }
    if (gained) targets_.Update(evaluator_.archive().covered());
    for (std::size_t i = gained ? 0 : parents; i < population_.size(); ++i) {
      Individual& individual = population_[i];
      fitness_.Load(individual.code_objects, individual.predicates);
      targets_.FillRow(fitness_, individual.code_objects, individual.row);
    }
  }

  // A dead one brought back, for its buffers.
  Individual& NewIndividual() {
    if (dead_.empty()) return population_.emplace_back();
    population_.push_back(std::move(dead_.back()));
    dead_.pop_back();
    return population_.back();
  }

  void SelectSurvivors() {
    rows_.clear();
    for (const Individual& it : population_) rows_.push_back({it.row, it.test.size()});
    const auto fronts = ranking_.PreferenceSort(rows_, targets_.size(), options_.population);
    survivors_.clear();
    for (uint32_t rank = 0; rank < fronts.size(); ++rank) {
      const std::size_t room = options_.population - survivors_.size();
      if (room == 0) break;
      order_.assign(fronts[rank].begin(), fronts[rank].end());
      ranking_.SubvectorDominance(rows_, order_, distances_);
      for (std::size_t i = 0; i < order_.size(); ++i) {
        population_[order_[i]].rank = rank;
        population_[order_[i]].crowding_distance = distances_[i];
      }
      if (order_.size() > room) {
        std::stable_sort(order_.begin(), order_.end(), [&](uint32_t x, uint32_t y) {
          return population_[x].crowding_distance > population_[y].crowding_distance;
        });
        order_.resize(room);
      }
      for (uint32_t index : order_) survivors_.push_back(std::move(population_[index]));
    }
    KeepBuffersOfTheDead();
    population_.swap(survivors_);
  }

  void KeepBuffersOfTheDead() {
    for (Individual& individual : population_) {
      if (individual.test.statements.capacity() > 0) dead_.push_back(std::move(individual));
    }
  }

  Evaluator& evaluator_;
  const SearchOptions& options_;
  base::Rng& rng_;
  Crossover crossover_;
  Mutation mutation_;
  Fitness fitness_;
  DynamicTargets targets_;
  Ranking ranking_;

  std::vector<Individual> population_;  // parents, then offspring until survivors are selected
  std::vector<TestCase> offspring_;
  std::vector<Individual> survivors_, dead_;
  std::vector<FitnessRow> rows_;
  Ranking::Front order_;
  std::vector<double> distances_;
  TestCase spare_;
};

}  // namespace

void DynaMosa(Evaluator& evaluator, std::span<const TestCase> seeds, base::Rng& rng) {
  if (evaluator.Finished() || !evaluator.factory().HasCallables()) return;
  Evolution(evaluator, rng).Run(seeds);
}

}  // namespace skua::search
