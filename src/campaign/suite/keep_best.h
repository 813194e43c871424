// Decides whether a new suite should replace the one in place.
#pragma once

#include <cstddef>
#include <vector>

#include "model/suite.h"

namespace skua::campaign {

// The worth of a suite.
struct SuiteWorth {
  std::vector<bool> covered;   // in the order of GoalsOf
  std::size_t killed = 0;      // mutants
  std::size_t statements = 0;  // in all of its tests; 0: not known
};

std::size_t CountStatements(const model::Suite& suite);

// Returns, for two suites for the same version of the module, whether `now` covers each goal that
// `before` covers and kills as many mutants, and covers or kills more or has fewer statements.
bool IsBetter(const SuiteWorth& now, const SuiteWorth& before);

}  // namespace skua::campaign
