// Compares a test's expectations with an observation, and updates them. assertion_check.h decides
// which assertions hold.
#pragma once

#include <cstdint>
#include <optional>

#include "model/subject.h"
#include "model/suite.h"
#include "model/trace.h"
#include "oracle/assertions/assertion_check.h"

namespace skua::oracle {

// The first difference between a test's expectations and an observation.
struct Difference {
  std::optional<uint32_t>
      assertion;  // the first assertion that does not hold; nullopt: the test ends differently
  std::optional<model::Value> seen;  // the observed value; nullopt: unknown
};

// Returns nullopt if the test ends and asserts as observed.
std::optional<Difference> DifferenceOf(const model::GeneratedTest& test,
                                       const model::Subject& subject,
                                       const model::Observation& seen,
                                       const MatchedMessage& matched_message);

// Returns the test with expectations as observed: the same calls up to one that raises, and the
// same assertions if their values can be stated, or new ones if none can. Nullopt if the test did
// not end, or nothing can be stated.
std::optional<model::GeneratedTest> UpToDate(model::GeneratedTest test,
                                             const model::Subject& subject,
                                             const model::Observation& seen);

}  // namespace skua::oracle
