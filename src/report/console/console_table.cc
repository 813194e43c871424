#include "report/console/console_table.h"

#include <algorithm>
#include <cassert>

#include "report/outcome/wrap.h"

namespace skua::report {
namespace {

constexpr std::size_t kGap = 3;
constexpr std::size_t kIndent = 4;  // of the text below a row

const char* EscapeOf(Style style) {
  static constexpr const char* kEscapes[] = {"",         "\x1b[1m",  "\x1b[2m",
                                             "\x1b[32m", "\x1b[33m", "\x1b[31m"};
  return kEscapes[static_cast<std::size_t>(style)];
}

// Returns the width of a whole line, without columns of width 0.
std::size_t Total(const std::vector<std::size_t>& widths) {
  std::size_t total = 1;
  for (std::size_t c = 0; c < widths.size(); ++c) {
    if (widths[c] > 0) total += widths[c] + (c == 0 ? 0 : kGap);
  }
  return total;
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

// Returns the width of each column, 0 for an omitted one. Columns shrink first; then the last one
// is omitted, then those between it and the first shrinkable one, from the right.
std::vector<std::size_t> Table::Widths(std::size_t width) const {
  std::vector<std::size_t> natural;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    natural.push_back(DisplayWidth(columns_[c].title));
    for (const auto& row : rows_) natural[c] = std::max(natural[c], DisplayWidth(row[c].text));
  }
  std::vector<std::size_t> widths = natural;
  const auto excess = [&] {
    const std::size_t total = Total(widths);
    return width == 0 || total <= width ? 0 : total - width;
  };
  const auto shrink = [&](std::size_t c) {
    const std::size_t smallest = columns_[c].smallest;
    if (smallest == 0 || widths[c] <= smallest) return;
    widths[c] -= std::min(excess(), widths[c] - smallest);
  };
  const std::size_t last = columns_.size() - 1;
  shrink(last);
  for (std::size_t c = 0; c < last; ++c) shrink(c);
  if (excess() == 0 || columns_[last].smallest == 0) return widths;

  widths = natural;
  widths[last] = 0;
  for (std::size_t c = last - 1; c > 0 && excess() > 0; --c) {
    if (columns_[c].smallest > 0) widths[c] = 0;
  }
  for (std::size_t c = 0; c < last; ++c) shrink(c);
  return widths;
}

std::string Table::Render(std::size_t width, bool color) const {
  const std::vector<std::size_t> widths = Widths(width);
  std::string out;
  const auto add_line = [&](auto&& cell_of) {
    std::string line;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      if (widths[c] == 0) continue;
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
  const std::size_t beside = width > 2 * kIndent ? width - kIndent : kIndent;
  for (const auto& row : rows_) {
    const Cell& note = row.back();
    const bool is_below = DisplayWidth(note.text) > widths.back();
    add_line([&](std::size_t c) { return is_below && c + 1 == row.size() ? Cell{} : row[c]; });
    if (!is_below) continue;
    for (const std::string& line : Wrapped(note.text, beside)) {
      out += std::string(kIndent, ' ') + Styled(line, note.style, color) + '\n';
    }
  }
  return out;
}

}  // namespace skua::report
