#include "workspace/ignore_rules.h"

#include <algorithm>

#include "workspace/glob.h"

namespace skua::workspace {
namespace {

// Removes trailing spaces unless they are escaped.
std::string_view TrimSpaces(std::string_view line) {
  while (line.ends_with(' ') && !line.ends_with("\\ ")) line.remove_suffix(1);
  return line;
}

}  // namespace

void IgnoreRules::Add(std::string_view folder, std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!line.starts_with('#')) AddRule(folder, line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

void IgnoreRules::AddRule(std::string_view folder, std::string_view line) {
  line = TrimSpaces(line);
  Rule rule;
  if (!folder.empty()) rule.prefix.append(folder).append("/");
  if (line.starts_with('!')) {
    rule.negated = true;
    line.remove_prefix(1);
  }
  if (line.ends_with('/')) {
    rule.folders_only = true;
    line.remove_suffix(1);
  }
  rule.anchored = line.find('/') != std::string_view::npos;
  for (const std::string_view part : SplitPath(line)) rule.pattern.emplace_back(part);
  if (!rule.pattern.empty()) rules_.push_back(std::move(rule));
}

bool IgnoreRules::Names(std::string_view path, bool is_folder) const {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  for (auto rule = rules_.rbegin(); rule != rules_.rend(); ++rule) {
    if ((rule->folders_only && !is_folder) || !path.starts_with(rule->prefix)) continue;
    const bool matches = rule->anchored
                             ? MatchesPath(rule->pattern, path.substr(rule->prefix.size()))
                             : MatchesPart(rule->pattern[0], name);
    if (matches) return !rule->negated;
  }
  return false;
}

bool IgnoreRules::Covers(std::string_view path, bool is_folder) const {
  for (std::size_t slash = path.find('/'); slash != std::string_view::npos;
       slash = path.find('/', slash + 1)) {
    if (Names(path.substr(0, slash), true)) return true;
  }
  return Names(path, is_folder);
}

}  // namespace skua::workspace
