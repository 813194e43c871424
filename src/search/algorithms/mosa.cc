// Panichella, Kifetew and Tonella (2015), "Reformulating Branch Coverage as a Many-Objective
// Optimization Problem". All goals that are not covered are objectives from the start; an archive
// keeps the tests that cover the others. A goal in code that a test does not enter is as far from
// it as can be, so that it costs nothing to have many.
#include "search/algorithms/algorithms.h"
#include "search/algorithms/many_objective.h"

namespace skua::search {

void Mosa(Evaluator& evaluator, std::span<const model::TestCase> seeds, base::Rng& rng) {
  Evolve(evaluator, Targets::Selection::kAll, seeds, rng);
}

}  // namespace skua::search
