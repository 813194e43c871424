// Test methods of unittest by their names in pytest ("TestRates::test_quote_returns_10"), and the
// text between the tests of a file.
#pragma once

#include <string>
#include <string_view>

#include "render/python/file_parts.h"

namespace skua::render {

// Returns "TestRates" for "TestRates::test_quote"; empty for a function.
std::string_view CaseOf(std::string_view test);
// Returns "test_quote" for "TestRates::test_quote" and for "test_quote".
std::string_view NameInCase(std::string_view test);
std::string NameOfMethod(std::string_view test_case, std::string_view method);

// Returns the text before a test: two empty lines and the heading of a new section; the head of its
// TestCase if `above`, the test before it, is in another one; or one empty line between methods.
// `above` is null for the first test. `base` is the base class of TestCases: "unittest.TestCase".
std::string GapBetween(const NamedText* above, const NamedText& test, std::string_view base);

}  // namespace skua::render
