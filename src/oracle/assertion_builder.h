// What can be asserted of a test, from what was seen of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/subject.h"
#include "model/suite.h"
#include "model/trace.h"

namespace skua::oracle {

// By default the few that a person would have written down: what the last call gave and changed
// before all else.
struct AssertionLimits {
  bool every_call = false;  // else of the last call, and simple results of those before it
  std::size_t per_test = 5;
  std::size_t per_object = 3;    // attributes of one object
  std::size_t nested = 0;        // how deep in attributes and elements an object may be
  std::size_t characters = 240;  // of an expected value as text; beyond: its length only
  // Of model::StatementObservation::Effect: what is asserted at the end even where there is none.
  uint8_t absent = 0;
};

// All that can be said, for a mutation analysis to choose from.
inline constexpr AssertionLimits kAllCandidates = {
    .every_call = true, .per_test = 60, .per_object = 24, .nested = 2, .characters = 400};

// For a test whose statements are those that `seen` executed (and the raising one, if any; behind
// that one, too, stands what it printed, logged and wrote). Ascending by the statement they stand
// behind. Attributes may be paths: "table.limit", "span()", "[0].name".
std::vector<model::Assertion> BuildAssertions(const model::TestCase& test,
                                              const model::Subject& subject,
                                              const model::Observation& seen,
                                              const AssertionLimits& limits);

}  // namespace skua::oracle
