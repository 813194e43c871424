// Compares what a test expects with what was observed of it, and brings the expectation up to date.
// Which assertions hold is for assertion_check.h.
#pragma once

#include <cstdint>
#include <optional>

#include "model/subject.h"
#include "model/suite.h"
#include "model/trace.h"
#include "oracle/assertion_check.h"

namespace skua::oracle {

// Where a test is not as it was observed.
struct Difference {
  std::optional<uint32_t>
      assertion;  // the first that does not hold; absent: the test ends otherwise
  std::optional<model::Value> seen;  // in place of what it expects; absent: nothing is known of it
};

// Nothing where the test ends and asserts as was observed.
std::optional<Difference> DifferenceOf(const model::GeneratedTest& test,
                                       const model::Subject& subject,
                                       const model::Observation& seen,
                                       const MatchedMessage& matched_message);

// The test as it expects what was observed: the same calls up to one that raises, and the same
// assertions as far as their values can be stated; where none is left, others. Nothing where it did
// not end, or nothing can be stated.
std::optional<model::GeneratedTest> UpToDate(model::GeneratedTest test,
                                             const model::Subject& subject,
                                             const model::Observation& seen);

}  // namespace skua::oracle
