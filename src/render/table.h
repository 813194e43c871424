// Tests that differ in literal values alone are one function with a table of these:
// pytest.mark.parametrize.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/subject.h"
#include "model/suite.h"
#include "render/definitions.h"
#include "render/imports.h"
#include "render/outline.h"
#include "render/substitutes.h"

namespace skua::render {

struct Table {
  struct Column {
    std::string name;
    bool is_argument = false;
    std::vector<std::string> cells;  // as Python, one a row
  };
  std::vector<Column> columns;
  struct Id {
    std::string text;     // as pytest has it in brackets
    bool is_own = false;  // is written; else pytest makes it of the values
  };
  std::vector<Id> ids;
  bool has_list_of_ids = false;  // all are written, behind the rows; else each in its row
  Substitutes substitutes;  // for the body of the first row's test
};

// The tests of a suite by the functions that they become: indices, ascending; a single one stands
// for itself. What the tests import may be asked for in any case.
std::vector<std::vector<std::size_t>> GroupTests(const model::Suite& suite,
                                                 const model::Subject& subject,
                                                 const Imports& imports);

// The table of what GroupTests put together. REQUIRES: several rows.
Table TableOf(const model::Suite& suite, const std::vector<std::size_t>& rows,
              const model::Subject& subject, Imports& imports, Definitions& definitions);

// `@pytest.mark.parametrize(…)`, one logical line.
std::string DecoratorText(const Table& table, Imports& imports);

// The line of each row, from 1, in what DecoratorText became when it was laid out.
std::vector<uint32_t> RowLines(std::string_view decorator, std::size_t rows);

}  // namespace skua::render
