#include "report/console_table.h"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace skua::report {
namespace {

constexpr std::size_t kGap = 3;

const char* EscapeOf(Style style) {
  switch (style) {
    case Style::kPlain:
      return "";
    case Style::kBold:
      return "\x1b[1m";
    case Style::kDim:
      return "\x1b[2m";
    case Style::kGreen:
      return "\x1b[32m";
    case Style::kYellow:
      return "\x1b[33m";
    case Style::kRed:
      return "\x1b[31m";
  }
  return "";
}

}  // namespace

std::string Styled(std::string_view text, Style style, bool color) {
  if (!color || style == Style::kPlain || text.empty()) return std::string(text);
  return EscapeOf(style) + std::string(text) + "\x1b[0m";
}

void Table::Add(std::vector<Cell> row) {
  assert(row.size() == columns_.size());
  rows_.push_back(std::move(row));
}

std::vector<std::size_t> Table::Widths(std::size_t width) const {
  std::vector<std::size_t> widths;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    widths.push_back(DisplayWidth(columns_[c].title));
    for (const auto& row : rows_) widths[c] = std::max(widths[c], DisplayWidth(row[c].text));
  }
  const std::size_t total =
      std::accumulate(widths.begin(), widths.end(), std::size_t{1}) + kGap * (columns_.size() - 1);
  if (width == 0 || total <= width) return widths;
  std::size_t excess = total - width;
  const auto shrink = [&](std::size_t c) {
    if (columns_[c].smallest == 0 || widths[c] <= columns_[c].smallest) return;
    const std::size_t less = std::min(excess, widths[c] - columns_[c].smallest);
    widths[c] -= less;
    excess -= less;
  };
  shrink(columns_.size() - 1);
  for (std::size_t c = 0; c + 1 < columns_.size(); ++c) shrink(c);
  return widths;
}

std::string Table::Render(std::size_t width, bool color) const {
  const std::vector<std::size_t> widths = Widths(width);
  std::string out;
  const auto add_line = [&](auto&& cell_of) {
    std::string line;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      const Cell cell = cell_of(c);
      const std::string text = FitWidth(cell.text, widths[c], columns_[c].cut);
      const std::string padding(widths[c] - DisplayWidth(text), ' ');
      line += c == 0 ? " " : std::string(kGap, ' ');
      if (columns_[c].right_aligned) line += padding;
      line += Styled(text, cell.style, color);
      if (!columns_[c].right_aligned) line += padding;
    }
    out.append(line, 0, line.find_last_not_of(' ') + 1).push_back('\n');
  };
  if (std::any_of(columns_.begin(), columns_.end(),
                  [](const Column& c) { return !c.title.empty(); })) {
    add_line([&](std::size_t c) { return Cell{columns_[c].title, Style::kDim}; });
  }
  for (const auto& row : rows_) add_line([&](std::size_t c) { return row[c]; });
  return out;
}

}  // namespace skua::report
