// Text in aligned columns, with colours, fitted to the terminal's width.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "report/outcome/text.h"

namespace skua::report {

enum class Style { kPlain, kBold, kDim, kGreen, kYellow, kRed };

// Returns `text` between the escape sequences of `style`, or unchanged without colour.
std::string Styled(std::string_view text, Style style, bool color);

struct Cell {
  std::string text;  // one line, safe for a terminal: see OneLine
  Style style = Style::kPlain;
};

struct Column {
  std::string title;
  bool right_aligned = false;
  // The smallest width of the column when the table is too wide: the last column shrinks first,
  // then the others from the left. 0: never shrinks.
  std::size_t smallest = 0;
  Cut cut = Cut::kEnd;
};

class Table {
 public:
  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  void Add(std::vector<Cell> row);  // REQUIRES: a cell for each column
  bool empty() const { return rows_.empty(); }

  // Returns the table, with a title line if any title is not empty. Text that does not fit the last
  // column is put below its row; shrinkable columns are omitted if necessary. `width` 0: no limit.
  std::string Render(std::size_t width, bool color) const;

 private:
  std::vector<std::size_t> Widths(std::size_t width) const;

  std::vector<Column> columns_;
  std::vector<std::vector<Cell>> rows_;
};

}  // namespace skua::report
