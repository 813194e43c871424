// Describes what a test is about and what comes of it, as parts of the test's name.
#pragma once

#include <cstddef>
#include <string>

#include "model/subject.h"
#include "model/suite.h"

namespace skua::render {

// What the call at statement `act` does: "account_balance", "stack_getitem",
// "pool_left_by_value_error".
std::string ActSlug(const model::Subject& subject, const model::TestCase& test, std::size_t act);

// The outcome of the call: its exception, its result, or the state it leaves; empty when nothing is
// asserted about these.
std::string OutcomeSlug(const model::Subject& subject, const model::GeneratedTest& test,
                        std::size_t act);

}  // namespace skua::render
