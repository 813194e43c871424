// Panichella, Kifetew and Tonella (2018), "Automated Test Case Generation as a Many-Objective
// Optimisation Problem with Dynamic Selection of the Targets"; the operators are Pynguin's. It
// works as MOSA does, but ranks only by the goals within reach: those whose ancestors in the
// control-dependence graph are covered. Evaluating the offspring covers some goals and brings
// others within reach.
#include "search/algorithms/algorithms.h"
#include "search/algorithms/many_objective.h"

namespace skua::search {

void DynaMosa(Evaluator& evaluator, std::span<const model::TestCase> seeds, base::Rng& rng) {
  Evolve(evaluator, Targets::Selection::kDynamic, seeds, rng);
}

}  // namespace skua::search
