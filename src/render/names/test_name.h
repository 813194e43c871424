// Names that state the call and the outcome: test_quote_raises_key_error.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "model/subject.h"
#include "model/suite.h"
#include "render/python/layout.h"

namespace skua::render {

// Returns one name for each test: unique, a valid identifier that pytest collects, short enough for
// its `def` to fit the columns, and not in `taken`. Equal names are distinguished by an argument
// (…_with_country_xx, …_with_long_name, …_with_two_items_in_stock), by earlier calls (…_after_add),
// or else by a number (…_case_2).
std::vector<std::string> NameTests(const model::Subject& subject, const model::Suite& suite,
                                   const std::vector<std::string>& taken = {},
                                   int columns = kUsualColumns);

// A function of a file: one test, or several tests that are the cases of a table.
struct FunctionToName {
  std::vector<const model::GeneratedTest*> tests;
  std::vector<std::string> arguments;  // columns of the table except expected values
  std::set<std::size_t> varying;       // statements of the first test whose values are in the table
  std::string parameters;              // text between its parentheses
};
// Returns names for functions, unique and valid like those of NameTests: test_quote_by_weight.
std::vector<std::string> NameFunctions(const model::Subject& subject,
                                       const std::vector<FunctionToName>& functions,
                                       const std::vector<std::string>& taken = {},
                                       int columns = kUsualColumns);

}  // namespace skua::render
