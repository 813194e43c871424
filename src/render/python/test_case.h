// Test methods of unittest by their names in pytest ("TestRates::test_quote_returns_10"), and what
// stands between the tests of a file.
#pragma once

#include <string>
#include <string_view>

#include "render/python/file_parts.h"

namespace skua::render {

// "TestRates" of "TestRates::test_quote"; empty for a function.
std::string_view CaseOf(std::string_view test);
// "test_quote" of "TestRates::test_quote", and of itself.
std::string_view NameInCase(std::string_view test);
std::string NameOfMethod(std::string_view test_case, std::string_view method);

// What stands before a test: two empty lines and the heading of a section that begins, the head of
// its TestCase where `above`, the test before it, is of another one, or one empty line between
// methods. `above` is null for the first test. `base` is what TestCases derive from:
// "unittest.TestCase".
std::string GapBetween(const NamedText* above, const NamedText& test, std::string_view base);

}  // namespace skua::render
