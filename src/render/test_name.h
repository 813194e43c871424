// Names that say what is called and what comes of it: test_quote_raises_key_error.
#pragma once

#include <string>
#include <vector>

#include "model/subject.h"
#include "model/suite.h"

namespace skua::render {

// One a test, unique, at most 79 characters with its fixtures, valid identifiers that pytest
// collects. Tests that would have the same name are told apart by an argument (…_with_country_xx),
// else by a number.
std::vector<std::string> NameTests(const model::Subject& subject, const model::Suite& suite);

}  // namespace skua::render
