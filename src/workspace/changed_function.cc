#include "workspace/changed_function.h"

#include <algorithm>
#include <cctype>

#include "base/lines.h"

namespace skua::workspace {
namespace {

std::size_t IndentOf(std::string_view text) {
  return std::min(text.find_first_not_of(" \t"), text.size());
}

// Cuts off what stands before a form feed, at which Python begins to count columns anew.
std::string_view BehindFormFeed(std::string_view line) {
  const std::size_t feed = line.substr(0, line.find_first_not_of(" \t\f")).rfind('\f');
  return feed == std::string_view::npos ? line : line.substr(feed + 1);
}

// Whether the line is neither empty, nor a comment, nor the end of a bracket that an earlier line
// opened.
bool BeginsStatement(std::string_view text) {
  const std::size_t indent = IndentOf(text);
  if (indent == text.size()) return false;
  const auto first = static_cast<unsigned char>(text[indent]);
  return std::isalpha(first) != 0 || first == '_' || first == '@' || first >= 0x80;
}

}  // namespace

uint32_t FirstChangeOf(std::string_view source, uint32_t line,
                       const std::vector<LineRange>& changed) {
  if (line == 0) return 0;  // not known
  bool is_in_head = true;   // decorators, until the line that says def or class
  std::size_t indent = 0;
  std::string_view rest = source;
  for (uint32_t number = 1; !rest.empty(); ++number) {
    const std::string_view text = BehindFormFeed(base::TakeLine(rest));
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
