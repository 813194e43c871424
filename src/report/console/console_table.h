// Text in aligned columns, with colours, fitted to the terminal's width.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "report/outcome/text.h"

namespace skua::report {

enum class Style { kPlain, kBold, kDim, kGreen, kYellow, kRed };

// `text` between the escape sequences of `style`, or unchanged without colour.
std::string Styled(std::string_view text, Style style, bool color);

struct Cell {
  std::string text;  // one line, fit for a terminal: see OneLine
  Style style = Style::kPlain;
};

struct Column {
  std::string title;
  bool right_aligned = false;
  // The width to which the column may shrink when the table is too wide: the last column first,
  // then the others from the left. 0: it never shrinks.
  std::size_t smallest = 0;
  Cut cut = Cut::kEnd;
};

class Table {
 public:
  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  void Add(std::vector<Cell> row);  // REQUIRES: a cell for each column
  bool empty() const { return rows_.empty(); }

  // With a title line when some title is not empty. What the last column has no room for stands
  // below its row, and columns that may shrink are left out at need. `width` 0: no limit.
  std::string Render(std::size_t width, bool color) const;

 private:
  std::vector<std::size_t> Widths(std::size_t width) const;

  std::vector<Column> columns_;
  std::vector<std::vector<Cell>> rows_;
};

}  // namespace skua::report
