// What to assert of a test: the values that two fresh processes agree on, and of these the few that
// a person would have written down.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "model/subject.h"
#include "model/suite.h"
#include "model/trace.h"

namespace skua::oracle {

struct AssertionLimits {
  std::size_t per_test = 5;
  std::size_t per_object = 3;    // attributes of one object
  std::size_t characters = 240;  // of an expected value as text; beyond: its length only
};

// What both observations of the same test saw. A value that differs becomes kOpaque without a type
// name; of an object the attributes that agree are kept.
// REQUIRES: they agree on verdict and on the number of statements.
model::Observation Agreed(const model::Observation& first, const model::Observation& second,
                          std::size_t& unstable_values);

// Whether the two runs of a test ended alike: verdict, statements executed, exception and place.
bool EndsAlike(const model::Observation& first, const model::Observation& second);

// For a test whose statements are those that `seen` executed (and the raising one, if any).
// Ascending by the statement they stand behind.
std::vector<model::Assertion> BuildAssertions(const model::TestCase& test,
                                              const model::Subject& subject,
                                              const model::Observation& seen,
                                              const AssertionLimits& limits);

}  // namespace skua::oracle
