// Finds out how arguments without a useful annotation are used: calls functions that have such
// parameters with lazy arguments, and makes concrete tests from the recorded uses.
#pragma once

#include <vector>

#include "base/rng.h"
#include "model/test_case.h"
#include "search/evaluation/evaluator.h"

namespace skua::search {

// Returns tests for the callables whose goals are not all covered, SearchOptions::lazy_probes for
// each; none when no callable has parameters without a type. The types that lazy arguments turned
// out to have become likelier for their parameters. Lazy tests themselves are neither archived nor
// learned from.
std::vector<model::TestCase> ProbeLazily(Evaluator& evaluator, base::Rng& rng);

}  // namespace skua::search
