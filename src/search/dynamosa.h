// DynaMOSA: many-objective sorting with dynamic target selection.
#pragma once

#include <span>

#include "search/evaluator.h"

namespace skua::search {

// Until evaluator.Finished(). `seeds` join the first population.
void DynaMosa(Evaluator& evaluator, std::span<const model::TestCase> seeds, base::Rng& rng);

}  // namespace skua::search
