// Selects the assertions that are worth keeping: the smallest set that kills all mutants that the
// test's assertions kill together, and what states the simple result of the test's act.
#pragma once

#include <cstddef>

#include "model/subject.h"
#include "model/suite.h"
#include "oracle/mutation_analysis.h"

namespace skua::oracle {

struct SelectionOptions {
  std::size_t per_test = 8;  // more are kept only if they kill
  // The least number of assertions in a test that could not be judged fully, because there was no
  // time for some of the mutants that it reaches. (Fewer if it has fewer.)
  std::size_t per_unjudged_test = 5;
  std::size_t simple_characters = 60;  // longest text of a simple result
};

// Removes all other assertions from `suite`, apart from tests that have a name, since they stand in
// a file; keeping the order, and numbers those in `analysis` anew. ENSURES: each kill stays one. A
// test with stable assertions keeps one, or expects an exception. Applied to its own result it
// changes nothing. REQUIRES: `analysis` is one of this suite.
void SelectAssertions(model::Suite& suite, const model::Subject& subject,
                      MutationAnalysis& analysis, const SelectionOptions& options = {});

}  // namespace skua::oracle
