// Splits text into lines as Python does: a line ends at \n, \r\n or \r, and at no other character.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace skua::base {

// Removes the first line from the text, and returns it without its end.
inline std::string_view TakeLine(std::string_view& text) {
  const std::string_view line = text.substr(0, text.find_first_of("\r\n"));
  text.remove_prefix(line.size());
  text.remove_prefix(text.starts_with("\r\n") ? 2 : std::min<std::size_t>(text.size(), 1));
  return line;
}

}  // namespace skua::base
