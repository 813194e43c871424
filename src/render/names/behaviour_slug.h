// Describes the act and the outcome of a test, as parts of the test's name.
#pragma once

#include <cstddef>
#include <string>

#include "model/subject.h"
#include "model/suite.h"

namespace skua::render {

// Returns words for the call at statement `act`: "account_balance", "stack_getitem",
// "pool_left_by_value_error".
std::string ActSlug(const model::Subject& subject, const model::TestCase& test, std::size_t act);

// Returns words for the outcome of the call: its exception, its result, or a changed state; empty
// without assertions on these.
std::string OutcomeSlug(const model::Subject& subject, const model::GeneratedTest& test,
                        std::size_t act);

}  // namespace skua::render
