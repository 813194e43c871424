// The part that MOSA, DynaMOSA and aDynaMOSA share (Panichella et al. 2015, 2018a; Grano et al.
// 2019): a population of tests that evolves towards all targets at once. Parents and offspring are
// ranked together by preference criterion and non-dominated fronts, within a front by a secondary
// heuristic, and the best survive.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "search/evaluation/evaluator.h"
#include "search/evaluation/individual.h"
#include "search/evaluation/performance.h"
#include "search/evaluation/ranking.h"
#include "search/evaluation/targets.h"
#include "search/goals/fitness.h"
#include "search/varying/local_search.h"
#include "search/varying/variation.h"

namespace skua::search {

// Ranks tests of one front.
enum class SecondaryHeuristic : uint8_t {
  kCrowdingDistance,  // diversity, by subvector dominance
  kPerformance,       // what a test costs to run (see PerformanceHeuristic)
};

class ManyObjectivePopulation {
 public:
  // Borrows both, which outlive it.
  ManyObjectivePopulation(Evaluator& evaluator, Targets::Selection selection, base::Rng& rng);

  void GenerateRandom(std::span<const model::TestCase> seeds);
  void GenerateOffspring();
  // Executes the offspring, updates the archive and the targets, and appends the offspring to the
  // population. A search bounded by time leaves out offspring after the first `needed` if tests are
  // slow.
  void EvaluateOffspring(std::size_t needed = 0);
  void SelectSurvivors();
  // Selects survivors by this heuristic from now on. Returns whether it is another one.
  bool Use(SecondaryHeuristic heuristic) {
    return std::exchange(heuristic_, heuristic) != heuristic;
  }
  // Returns whether none of the offspring evaluated last came nearer to a goal than all tests
  // before.
  bool Stagnates() const { return generations_in_vain_ > 0; }
  // Searches locally around the test that is nearest to some target, in some of the calls.
  void SearchLocally();
  // Replaces a part of a population that has got nowhere for long by new tests.
  void RestartWhenStuck();
  // Adds tests made by lazy arguments for callables with open goals.
  void ProbeOpenCallables();

 private:
  // Returns whether one of these came nearer to a goal than all before it.
  bool EvaluatePortion(std::size_t first, std::size_t count);
  const Individual& Tournament();
  // Returns the individual with the best fitness for the target; null if none has any.
  const Individual* NearestTo(uint32_t target) const;
  void UpdateTargets();
  // Scores the tests of a front by the heuristic, in its order.
  void AssignSecondaryScores(const Ranking::Front& front);
  void FillRow(Individual& individual);
  // Returns whether the individual is nearer to some goal than any individual before it (see
  // StagnationSwitch for the reason).
  bool IsProgress(const Individual& individual);
  Individual& NewIndividual();
  void KeepBuffersOfTheDead();

  Evaluator& evaluator_;
  const SearchOptions& options_;
  base::Rng& rng_;
  Variation variation_;
  LocalSearch local_search_;
  Fitness fitness_;
  Targets targets_;
  Ranking ranking_;

  std::vector<Individual> population_;  // parents, then offspring until survivors are selected
  std::vector<model::TestCase> offspring_;
  std::vector<OperatorSet> made_by_;  // parallel to the offspring
  std::vector<double> nearest_;       // by goal: the best fitness so far
  uint64_t landscape_ = UINT64_MAX;   // the one for which the targets were selected
  std::size_t generations_in_vain_ = 0;
  SecondaryHeuristic heuristic_ = SecondaryHeuristic::kCrowdingDistance;

  std::vector<Individual> survivors_, dead_;
  std::vector<FitnessRow> rows_;
  Ranking::Front order_;
  std::vector<Proxies> proxies_;
  std::vector<double> scores_;
  model::TestCase spare_;
};

// The heuristic for a generation, given whether the offspring stagnate.
using HeuristicChoice = std::function<SecondaryHeuristic(bool stagnation)>;

inline SecondaryHeuristic AlwaysCrowdingDistance(bool /*stagnation*/) {
  return SecondaryHeuristic::kCrowdingDistance;
}

// The loop of all three algorithms, which differ in their targets and in the secondary heuristic.
void Evolve(Evaluator& evaluator, Targets::Selection selection,
            std::span<const model::TestCase> seeds, base::Rng& rng,
            const HeuristicChoice& choose = AlwaysCrowdingDistance);

}  // namespace skua::search
