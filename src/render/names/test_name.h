// Names that tell what is called and what the outcome is: test_quote_raises_key_error.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "model/subject.h"
#include "model/suite.h"
#include "render/python/layout.h"

namespace skua::render {

// One name for each test: unique, so short that its `def` fits into the columns of a line, valid
// identifiers that pytest collects. Tests that would have the same name are told apart by an
// argument (…_with_country_xx, …_with_long_name, …_with_two_items_in_stock), by what was done
// before (…_after_add), or, where that does not do, by a number (…_case_2). Names in `taken` are
// not given again.
std::vector<std::string> NameTests(const model::Subject& subject, const model::Suite& suite,
                                   const std::vector<std::string>& taken = {},
                                   int columns = kUsualColumns);

// A function of a file: one test, or several tests that are the rows of a table.
struct FunctionToName {
  std::vector<const model::GeneratedTest*> tests;
  std::vector<std::string> arguments;  // columns of the table without those of expected values
  std::set<std::size_t> varying;       // statements of the first test whose values are in the table
  std::string parameters;              // as between its parentheses
};
// Names for functions, likewise: test_quote_by_weight.
std::vector<std::string> NameFunctions(const model::Subject& subject,
                                       const std::vector<FunctionToName>& functions,
                                       const std::vector<std::string>& taken = {},
                                       int columns = kUsualColumns);

}  // namespace skua::render
