#include "workspace/changed_function.h"

#include <algorithm>
#include <cctype>

#include "base/lines.h"

namespace skua::workspace {
namespace {

std::size_t IndentOf(std::string_view text) {
  return std::min(text.find_first_not_of(" \t"), text.size());
}

// Returns the line after its last form feed, from which Python counts columns.
std::string_view AfterFormFeed(std::string_view line) {
  const std::size_t feed = line.substr(0, line.find_first_not_of(" \t\f")).rfind('\f');
  return feed == std::string_view::npos ? line : line.substr(feed + 1);
}

// Returns whether the line is not empty, not a comment, and not a closing bracket.
bool BeginsStatement(std::string_view text) {
  const std::size_t indent = IndentOf(text);
  if (indent == text.size()) return false;
  const auto first = static_cast<unsigned char>(text[indent]);
  return std::isalpha(first) != 0 || first == '_' || first == '@' || first >= 0x80;
}

}  // namespace

uint32_t FirstChangeOf(std::string_view source, uint32_t line,
                       const std::vector<LineRange>& changed) {
  if (line == 0) return 0;  // unknown
  bool is_in_head = true;   // in the decorators, until the line with def or class
  std::size_t indent = 0;
  std::string_view rest = source;
  for (uint32_t number = 1; !rest.empty(); ++number) {
    const std::string_view text = AfterFormFeed(base::TakeLine(rest));
    if (number < line) continue;
    if (number == line) indent = IndentOf(text);
    const bool is_outer = IndentOf(text) <= indent && BeginsStatement(text);
    if (is_outer && !is_in_head) break;
    if (is_outer && text[indent] != '@') is_in_head = false;
    if (IsWithin(number, changed)) return number;
  }
  return line;
}

}  // namespace skua::workspace
