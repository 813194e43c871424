// Which assertions are worth keeping: the smallest set that kills what all kill, and what states
// the result of each call where that is simple.
#pragma once

#include <cstddef>

#include "model/subject.h"
#include "model/suite.h"
#include "oracle/mutation_analysis.h"

namespace skua::oracle {

struct SelectionOptions {
  std::size_t per_test = 8;  // beyond it only those that kill
  // So many at least, where there are as many, in a test of which it is not known what else its
  // assertions kill: there was no time for some of the mutants that it reaches.
  std::size_t per_unjudged_test = 5;
  std::size_t simple_characters = 60;  // of a result's value
};

// Removes the others from `suite`, keeping the order, and numbers those in `analysis` anew.
// ENSURES: each kill stays one. A test with stable assertions keeps one, or expects an exception.
// Done again it changes nothing. REQUIRES: `analysis` is one of this suite.
void SelectAssertions(model::Suite& suite, const model::Subject& subject,
                      MutationAnalysis& analysis, const SelectionOptions& options = {});

}  // namespace skua::oracle
