// Whether a new suite is worth to replace the one in place.
#pragma once

#include <cstddef>
#include <vector>

#include "model/suite.h"

namespace skua::campaign {

// What a suite is worth.
struct SuiteWorth {
  std::vector<bool> covered;   // in the order of GoalsOf
  std::size_t killed = 0;      // mutants
  std::size_t statements = 0;  // of all its tests; 0: not known
};

std::size_t CountStatements(const model::Suite& suite);

// Both of the same version of the module: whether `now` covers a goal that `before` does not; or,
// where they cover the same, kills more mutants, or as many with fewer statements.
bool IsBetter(const SuiteWorth& now, const SuiteWorth& before);

}  // namespace skua::campaign
