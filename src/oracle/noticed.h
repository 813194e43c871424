// Tells whether a test would notice a fault in the subject before it has assertions.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/clock.h"
#include "model/executor.h"
#include "model/mutant.h"
#include "model/test_case.h"
#include "model/trace.h"
#include "oracle/assertion_check.h"

namespace skua::oracle {

// Whether two observations differ in anything that an assertion could state, or in how the test
// ends. Values that are unstable in `baseline` (opaque, without a type name) do not count, nor do
// differences that pytest.approx accepts. Only the part of an exception's message that is matched
// counts.
bool Noticed(const model::Observation& baseline, const model::Observation& mutated,
             const MatchedMessage& matched_message);

// Whether `test` notices each of these mutants, none of which may be one of the import. `executor`
// has the subject loaded with its mutants. Stops at the first that goes unnoticed; false also when
// the deadline comes.
bool NoticesAll(const model::TestCase& test, std::span<const model::MutantIndex> mutants,
                uint32_t probe_limit, const MatchedMessage& matched_message,
                model::Executor& executor, const base::Deadline& deadline);

// By test: whether it notices the mutant, likewise.
std::vector<bool> WhichNotice(std::span<const model::TestCase> tests, model::MutantIndex mutant,
                              uint32_t probe_limit, const MatchedMessage& matched_message,
                              model::Executor& executor, const base::Deadline& deadline);

}  // namespace skua::oracle
