// The functions that tests of a pair cover: those of the callee that decide something while one of
// the caller calls. Without line numbers, which go out of date.
#pragma once

#include <string>
#include <vector>

#include "model/subject.h"
#include "model/suite.h"

namespace skua::render {

// Returns "Cart.total -> RateTable.quote, RateTable.find" on one line; empty if the subject is not
// a pair, or the tests cover no coupled branches.
std::string InteractionText(const model::Subject& subject,
                            const std::vector<const model::GeneratedTest*>& tests);

// Returns part of a name: "calls_quote", "calls_quote_and_find", "calls_3_functions".
std::string InteractionSlug(const model::Subject& subject,
                            const std::vector<const model::GeneratedTest*>& tests);

}  // namespace skua::render
