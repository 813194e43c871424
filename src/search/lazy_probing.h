// Finds out how arguments without a useful annotation are used: calls what has such parameters with
// lazy arguments, and makes of what was done with them concrete tests to begin with.
#pragma once

#include <vector>

#include "base/rng.h"
#include "model/test_case.h"
#include "search/evaluator.h"

namespace skua::search {

// Tests for the callables whose goals are not all covered, SearchOptions::lazy_probes for each;
// empty when no callable has parameters without a type. What the arguments turned out to be becomes
// likelier for their parameters. Lazy tests themselves are neither archived nor learned from.
std::vector<model::TestCase> ProbeLazily(Evaluator& evaluator, base::Rng& rng);

}  // namespace skua::search
