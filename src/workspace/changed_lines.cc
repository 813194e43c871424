#include "workspace/changed_lines.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace skua::workspace {
namespace {

// Returns the name after "+++ ", without its "b/". git quotes unusual names, and ends names that
// contain blanks with a tab.
std::string NameIn(std::string_view text) {
  if (text.ends_with('\t')) text.remove_suffix(1);
  std::string name;
  if (text.starts_with('"') && text.ends_with('"') && text.size() > 1) {
    text = text.substr(1, text.size() - 2);
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] != '\\' || i + 1 == text.size()) {
        name += text[i];
        continue;
      }
      const char escaped = text[++i];
      if (escaped >= '0' && escaped <= '7' && i + 2 < text.size()) {
        unsigned byte = 0;
        std::from_chars(text.data() + i, text.data() + i + 3, byte, 8);
        name += static_cast<char>(byte);
        i += 2;
      } else {
        name += escaped == 't' ? '\t' : escaped == 'n' ? '\n' : escaped;
      }
    }
  } else {
    name = text;
  }
  return name.starts_with("b/") ? name.substr(2) : "";  // "/dev/null": the file was deleted
}

// Parses "@@ -a,b +c,d @@" as the lines c to c + d - 1.
std::optional<LineRange> RangeIn(std::string_view hunk) {
  const std::size_t plus = hunk.find(" +");
  if (plus == hunk.npos) return std::nullopt;
  const char* const end = hunk.data() + hunk.size();
  uint32_t first = 0;
  uint32_t count = 1;
  const char* at = std::from_chars(hunk.data() + plus + 2, end, first).ptr;
  if (at != end && *at == ',') std::from_chars(at + 1, end, count);
  if (count == 0) return std::nullopt;
  return LineRange{first, first + count - 1};
}

}  // namespace

ChangedLines ParseDiff(std::string_view diff) {
  ChangedLines changed;
  std::string file;
  std::size_t body = 0;  // remaining lines of the hunk, which may have any content
  while (!diff.empty()) {
    const std::string_view line = diff.substr(0, diff.find('\n'));
    diff.remove_prefix(std::min(line.size() + 1, diff.size()));
    if (body > 0 && (line.starts_with('+') || line.starts_with('-'))) {
      body -= line.starts_with('+') ? 1 : 0;
      continue;
    }
    if (line.starts_with("+++ ")) {
      file = NameIn(line.substr(4));
    } else if (line.starts_with("@@ ")) {
      const auto range = RangeIn(line);
      body = range ? range->last - range->first + 1 : 0;
      if (range && !file.empty()) changed[file].push_back(*range);
    }
  }
  return changed;
}

}  // namespace skua::workspace
