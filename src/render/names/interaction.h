// What tests of a pair show: which functions of the callee decide something while which function
// of the caller calls. Without line numbers, which go out of date.
#pragma once

#include <string>
#include <vector>

#include "model/subject.h"
#include "model/suite.h"

namespace skua::render {

// "Cart.total -> RateTable.quote, RateTable.find": one line; empty when the subject is no pair, or
// the tests cover no coupled branches.
std::string InteractionText(const model::Subject& subject,
                            const std::vector<const model::GeneratedTest*>& tests);

// The same as part of a name: "calls_quote", "calls_quote_and_find", "calls_3_functions".
std::string InteractionSlug(const model::Subject& subject,
                            const std::vector<const model::GeneratedTest*>& tests);

}  // namespace skua::render
