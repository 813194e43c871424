// Selects the assertions to keep: the smallest set that kills all mutants that the test's
// assertions kill together, and the simple result of the test's act.
#pragma once

#include <cstddef>

#include "model/subject.h"
#include "model/suite.h"
#include "oracle/mutation/mutation_analysis.h"

namespace skua::oracle {

struct SelectionOptions {
  std::size_t per_test = 8;  // more are kept only if they kill mutants
  // Least number of assertions (if it has as many) in a test of which some mutants were not tried
  // for lack of time.
  std::size_t per_unjudged_test = 5;
  std::size_t simple_characters = 60;  // longest text of a simple result
};

// Chooses few assertions that notice all killed mutants, and removes all others from `suite`.
// Leaves tests alone that exist in a file already (those with a name). Keeps the order, and
// renumbers the assertions in `analysis`. ENSURES: no kill is lost. A test with stable assertions
// keeps one, or expects an exception. A second call changes nothing. REQUIRES: `analysis` is of
// this suite.
void SelectAssertions(model::Suite& suite, const model::Subject& subject,
                      MutationAnalysis& analysis, const SelectionOptions& options = {});

}  // namespace skua::oracle
