// Rules of a .gitignore file, or globs of the configuration, and paths: the first line is a path,
// the others are rules. A rule that names a folder covers what lies in it.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz/fuzz.h"
#include "workspace/glob.h"
#include "workspace/ignore_rules.h"

using skua::fuzz::Require;
namespace workspace = skua::workspace;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t end = std::min(text.find('\n'), size);
  const std::string_view path = text.substr(0, end);
  const std::string_view lines = text.substr(std::min(end + 1, size));
  workspace::IgnoreRules rules;
  rules.Add("", lines);
  rules.Add("sub/folder", lines);
  const std::size_t count = rules.size();
  for (const bool is_folder : {false, true}) {
    if (rules.Names(path, is_folder)) Require(rules.Covers(path, is_folder));
  }
  const std::size_t parts = workspace::SplitPath(path).size();
  Require(parts <= path.size());
  rules.Truncate(count / 2);
  Require(rules.size() == count / 2);
  rules.Names(path, true);
  if (count > 0 && parts > 0) skua::fuzz::Believe();
  return 0;
}
