// Grano, Laaber, Panichella and Panichella (2019), "Testing with Fewer Resources: An Adaptive
// Approach to Performance-Aware Test Case Generation". It works as DynaMOSA does (algorithm 1), but
// wants tests that cost little to run: the archive keeps the test with the lowest performance score
// (PreferenceOf), and within a front survive those with the best performance heuristic. As this
// competes with diversity, the crowding distance takes its place in generations that bring nothing
// nearer, and the other way round (algorithm 2). Without SearchOptions::adaptive_switch the
// performance heuristic is used throughout: the paper's discussion compares with that.
#include "search/algorithms/adynamosa.h"

#include "search/algorithms/algorithms.h"
#include "search/algorithms/many_objective.h"

namespace skua::search {

SecondaryHeuristic StagnationSwitch::Next(bool stagnation) {
  int& counter =
      heuristic_ == SecondaryHeuristic::kPerformance ? performance_counter_ : crowding_counter_;
  if (!stagnation) {
    counter = 0;
    return heuristic_;
  }
  ++counter;
  heuristic_ = performance_counter_ <= crowding_counter_ ? SecondaryHeuristic::kPerformance
                                                         : SecondaryHeuristic::kCrowdingDistance;
  return heuristic_;
}

void ADynaMosa(Evaluator& evaluator, std::span<const model::TestCase> seeds, base::Rng& rng) {
  const bool is_adaptive = evaluator.options().adaptive_switch;
  StagnationSwitch stagnation_switch;
  Evolve(evaluator, Targets::Selection::kDynamic, seeds, rng, [&](bool stagnation) {
    return is_adaptive ? stagnation_switch.Next(stagnation) : SecondaryHeuristic::kPerformance;
  });
}

}  // namespace skua::search
