// Lists the assertions that are possible for a test, from its observation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/subject.h"
#include "model/suite.h"
#include "model/trace.h"

namespace skua::oracle {

// Bounds the assertions. By default there are as few as a person would have written down: first
// those on what the last call returned and changed.
struct AssertionLimits {
  bool every_call = false;  // false: only the last call, and simple results of earlier calls
  std::size_t per_test = 5;
  std::size_t per_object = 3;  // attributes of one object
  std::size_t nested = 2;      // deepest nesting of attributes and elements
  // Longest expected value as text; of a longer one only the length is asserted.
  std::size_t characters = 240;
  // Bits of model::StatementObservation::Effect: effects whose absence is asserted at the end.
  uint8_t absent = 0;
};

// No limits: all possible assertions, for a mutation analysis to choose from.
inline constexpr AssertionLimits kAllCandidates = {
    .every_call = true, .per_test = 60, .per_object = 24, .characters = 400};

// Lists assertions for a test whose statements are those that `seen` executed, including one that
// raised; output, logs and files are also asserted after that one. They ascend by the statement
// before them. Attributes may be paths: "table.limit", "span()", "[0].name".
std::vector<model::Assertion> BuildAssertions(const model::TestCase& test,
                                              const model::Subject& subject,
                                              const model::Observation& seen,
                                              const AssertionLimits& limits);

}  // namespace skua::oracle
