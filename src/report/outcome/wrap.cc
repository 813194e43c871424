#include "report/outcome/wrap.h"

#include <algorithm>

#include "report/outcome/text.h"

namespace skua::report {

std::vector<std::string> Wrapped(std::string_view line, std::size_t width) {
  if (width == 0 || DisplayWidth(line) <= width) return {std::string(line)};
  std::vector<std::string> lines;
  std::size_t columns = 0;
  while (!line.empty()) {
    const std::size_t end = std::min(line.find(' '), line.size());
    const std::string_view word = line.substr(0, end);
    const std::size_t needed = DisplayWidth(word);
    if (lines.empty() || columns + 1 + needed > width) {
      lines.emplace_back(word);
      columns = needed;
    } else {
      lines.back().append(" ").append(word);
      columns += 1 + needed;
    }
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  return lines;
}

}  // namespace skua::report
