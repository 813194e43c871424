// Predicts whether a test will notice a fault in the subject once it has assertions.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/clock.h"
#include "model/executor.h"
#include "model/mutant.h"
#include "model/test_case.h"
#include "model/trace.h"
#include "oracle/assertions/assertion_check.h"

namespace skua::oracle {

// Returns whether two observations differ in a value that an assertion could state, or in how the
// test ends. Does not count values that are unstable in `baseline` (opaque, without a type name),
// nor differences that pytest.approx accepts. Of an exception's message only the matched part
// counts.
bool Noticed(const model::Observation& baseline, const model::Observation& mutated,
             const MatchedMessage& matched_message);

// Returns whether `test` notices all these mutants; stops at the first that it does not notice.
// Returns false when the deadline comes. REQUIRES: no mutant is of import-time code, and `executor`
// has the subject loaded with its mutants.
bool NoticesAll(const model::TestCase& test, std::span<const model::MutantIndex> mutants,
                uint32_t probe_limit, const MatchedMessage& matched_message,
                model::Executor& executor, const base::Deadline& deadline);

// Returns for each test whether it notices the mutant. REQUIRES: as for NoticesAll.
std::vector<bool> WhichNotice(std::span<const model::TestCase> tests, model::MutantIndex mutant,
                              uint32_t probe_limit, const MatchedMessage& matched_message,
                              model::Executor& executor, const base::Deadline& deadline);

}  // namespace skua::oracle
