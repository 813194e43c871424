// Turns tests that differ only in literal values into one function with a table of these values:
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
    std::vector<std::string> cells;  // as Python, one for each row
  };
  std::vector<Column> columns;
  struct Id {
    std::string text;     // as pytest shows it in brackets
    bool is_own = false;  // it is written; else pytest makes it from the values
  };
  std::vector<Id> ids;
  bool has_list_of_ids = false;  // all ids are written behind the rows; else each in its row
  Substitutes substitutes;       // for the body of the first row's test
};

// The tests of a suite, grouped by the functions that they become: indices, ascending. A group of
// one test is a plain function. In any case the tests' imports may be requested.
std::vector<std::vector<std::size_t>> GroupTests(const model::Suite& suite,
                                                 const model::Subject& subject,
                                                 const Imports& imports);

// The table for a group of GroupTests. REQUIRES: several rows.
Table TableOf(const model::Suite& suite, const std::vector<std::size_t>& rows,
              const model::Subject& subject, Imports& imports, Definitions& definitions);

// `@pytest.mark.parametrize(…)`, one logical line.
std::string DecoratorText(const Table& table, Imports& imports);

// The line of each row, from 1, in the laid-out result of DecoratorText.
std::vector<uint32_t> RowLines(std::string_view decorator);

}  // namespace skua::render
