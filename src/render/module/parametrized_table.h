// Turns tests that differ only in literals into one function with a table of them:
// pytest.mark.parametrize.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/subject.h"
#include "model/suite.h"
#include "render/body/definitions.h"
#include "render/body/substitutes.h"
#include "render/module/outline.h"
#include "render/python/imports.h"

namespace skua::render {

struct Table {
  struct Column {
    std::string name;
    bool is_argument = false;
    std::vector<std::string> cells;  // Python text, one for each case
  };
  std::vector<Column> columns;
  struct Id {
    std::string text;     // pytest's text in brackets
    bool is_own = false;  // written in the file; false: pytest makes it from the values
  };
  std::vector<Id> ids;
  bool has_list_of_ids = false;  // all ids are written after the cases; false: each in its case
  Substitutes substitutes;       // for the body of the first case's test
};

// Groups the tests of a suite into functions: indices, ascending. A group of one test is a plain
// function. Requests the tests' imports.
std::vector<std::vector<std::size_t>> GroupTests(const model::Suite& suite,
                                                 const model::Subject& subject,
                                                 const Imports& imports);

// Returns the table for a group of GroupTests. REQUIRES: several tests.
Table TableOf(const model::Suite& suite, const std::vector<std::size_t>& rows,
              const model::Subject& subject, Imports& imports, Definitions& definitions);

// Returns `@pytest.mark.parametrize(…)` as one logical line.
std::string DecoratorText(const Table& table, Imports& imports);

// Returns the line of each case, from 1, in the laid-out result of DecoratorText.
std::vector<uint32_t> RowLines(std::string_view decorator);

}  // namespace skua::render
