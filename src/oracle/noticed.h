// Whether a test would notice a fault in the subject, before it has assertions.
#pragma once

#include <cstdint>
#include <span>

#include "base/clock.h"
#include "model/executor.h"
#include "model/mutant.h"
#include "model/test_case.h"
#include "model/trace.h"
#include "oracle/assertion_check.h"

namespace skua::oracle {

// Whether they differ in anything that an assertion could state, or in how the test ends. What is
// unstable in `baseline` (opaque, without a type name) does not count, nor do differences that
// pytest.approx accepts. An exception's message counts as far as it is matched.
bool Noticed(const model::Observation& baseline, const model::Observation& mutated,
             const MatchedMessage& matched_message);

// Whether `test` notices each of these mutants, none of which may be one of the import.
// `baseline` is what it shows without a mutant in this `executor`, which has the subject loaded
// with its mutants; where two observers saw it, what they agree on. Ends at the first that goes
// unnoticed; false, too, when the deadline comes.
bool NoticesAll(const model::TestCase& test, const model::Observation& baseline,
                std::span<const model::MutantIndex> mutants, uint32_t probe_limit,
                const MatchedMessage& matched_message, model::Executor& executor,
                const base::Deadline& deadline);

}  // namespace skua::oracle
