#include "config/show.h"

#include <fmt/format.h>

#include "config/option.h"
#include "config/option_value.h"

namespace skua::config {
namespace {

constexpr int kCommentColumn = 40;

// Returns a line such as "  jobs: 4          # --jobs". An option that is not set becomes a
// comment, so that the output can be loaded.
std::string Line(const LoadedConfig& loaded, const Option& option, std::string_view indent) {
  const std::string value = FormatValue(option, option.get(loaded.config));
  const bool is_set = !value.empty() && value != "\"\"";
  const std::string entry = is_set ? fmt::format("{}{}: {}", indent, option.key(), value)
                                   : fmt::format("{}# {}:", indent, option.key());
  return fmt::format("{:<{}}# {}{}\n", entry + ' ', kCommentColumn, is_set ? "" : "not set, ",
                     loaded.OriginOf(option.name));
}

}  // namespace

std::string ShowConfig(const LoadedConfig& loaded) {
  std::string text = loaded.file ? fmt::format("# in force: {} and flags\n", loaded.file->string())
                                 : "# in force: no skua.yml found, defaults and flags\n";
  std::string_view section;
  for (const Option& option : Options()) {
    if (!option.in_file()) continue;
    const Section* in = FindSection(option.section());
    const std::string indent = in == nullptr ? "" : in->parent().empty() ? "  " : "    ";
    if (in != nullptr && in->name != section) {
      text += fmt::format("{}{}:\n", indent.substr(2), in->key());
    }
    section = option.section();
    text += Line(loaded, option, indent);
  }
  for (const Option& option : Options()) {
    if (option.in_file() || loaded.OriginOf(option.name) == "default") continue;
    const std::string value = FormatValue(option, option.get(loaded.config));
    text += fmt::format("# {}: {} ({})\n", option.key(), value, loaded.OriginOf(option.name));
  }
  return text;
}

}  // namespace skua::config
