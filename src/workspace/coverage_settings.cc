#include "workspace/coverage_settings.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "base/files.h"
#include "workspace/ini_file.h"
#include "workspace/toml.h"

namespace skua::workspace {
namespace {

namespace fs = std::filesystem;

// Lists by the setting's name, "run.omit".
using Settings = std::map<std::string, std::vector<std::string>>;

constexpr std::pair<const char*, const char*> kSettings[] = {
    {"run", "source"},           {"run", "source_pkgs"},
    {"run", "include"},          {"run", "omit"},
    {"report", "include"},       {"report", "omit"},
    {"report", "exclude_lines"}, {"report", "exclude_also"},
};

// Returns the non-empty parts of a text between any of `separators`, trimmed.
std::vector<std::string> Parts(std::string_view text, std::string_view separators) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(separators), text.size());
    const std::string_view part = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t begin = part.find_first_not_of(" \t\r");
    if (begin == std::string_view::npos) continue;
    parts.emplace_back(part.substr(begin, part.find_last_not_of(" \t\r") - begin + 1));
  }
  return parts;
}

// Returns the separators of a setting: only line ends for a regular expression, which may contain a
// comma.
std::string_view SeparatorsOf(std::string_view name) {
  return name.starts_with("exclude") ? "\n" : "\n,";
}

// Returns the settings of an INI file whose sections begin with one of `prefixes`; nullopt without
// such a section.
std::optional<Settings> SettingsOfIni(std::string_view text,
                                      const std::vector<std::string>& prefixes) {
  const IniFile file = ParseIni(text);
  Settings settings;
  const bool has_any = std::ranges::any_of(file, [&](const auto& section) {
    return std::ranges::any_of(prefixes, [&](const std::string& prefix) {
      return section.first.starts_with(prefix) && (!prefix.empty() || !section.second.empty());
    });
  });
  if (!has_any) return std::nullopt;
  for (const auto& [section, name] : kSettings) {
    for (const std::string& prefix : prefixes) {
      const auto there = file.find(prefix + section);
      if (there == file.end()) continue;
      const auto value = there->second.find(name);
      if (value == there->second.end()) continue;
      settings[std::string(section) + "." + name] = Parts(value->second, SeparatorsOf(name));
    }
  }
  return settings;
}

std::optional<Settings> SettingsOfToml(std::string_view text) {
  toml::table file;
  try {
    file = toml::parse(text);
  } catch (const toml::parse_error&) {
    return std::nullopt;
  }
  const toml::node_view coverage = file["tool"]["coverage"];
  if (!coverage.is_table()) return std::nullopt;
  Settings settings;
  for (const auto& [section, name] : kSettings) {
    const toml::node_view value = coverage[section][name];
    if (!value) continue;
    std::vector<std::string>& list = settings[std::string(section) + "." + name];
    if (const auto one = value.value<std::string>()) list = Parts(*one, SeparatorsOf(name));
    if (const toml::array* several = value.as_array()) {
      for (const toml::node& item : *several) {
        if (auto part = item.value<std::string>()) list.push_back(std::move(*part));
      }
    }
  }
  return settings;
}

// Converts a glob of coverage.py to one of .gitignore: "*/x", "x/*" and a name alone match at any
// depth.
std::string AsGitGlob(std::string glob, const fs::path& root) {
  const std::string below = root.generic_string() + "/";
  if (glob.starts_with(below)) glob.erase(0, below.size());
  if (glob.starts_with("./")) glob.erase(0, 2);
  if (glob.find('/') == std::string::npos) {
    return glob.find_first_of("*?") == 0 ? glob : "/" + glob;
  }
  if (glob.ends_with("/*")) glob += '*';
  if (glob.starts_with("*/")) return "*" + glob;
  return glob.starts_with('/') || glob.starts_with("**") ? glob : "/" + glob;
}

std::vector<std::string> GlobsOf(const Settings& settings, const fs::path& root,
                                 const std::string& name) {
  std::vector<std::string> globs;
  for (const char* section : {"run.", "report."}) {
    const auto list = settings.find(section + name);
    if (list == settings.end()) continue;
    std::ranges::transform(list->second, std::back_inserter(globs),
                           [&](const std::string& glob) { return AsGitGlob(glob, root); });
  }
  return globs;
}

model::CoverageExclusions ExclusionsOf(const Settings& settings) {
  model::CoverageExclusions exclusions;
  if (const auto lines = settings.find("report.exclude_lines"); lines != settings.end()) {
    exclusions.patterns = lines->second;
    exclusions.with_default = false;
  }
  if (const auto also = settings.find("report.exclude_also"); also != settings.end()) {
    std::ranges::copy(also->second, std::back_inserter(exclusions.patterns));
  }
  return exclusions;
}

CoverageSettings SettingsFrom(const Settings& settings, const fs::path& root, std::string file) {
  CoverageSettings found;
  found.file = std::move(file);
  for (const char* name : {"run.source", "run.source_pkgs"}) {
    const auto list = settings.find(name);
    if (list != settings.end()) std::ranges::copy(list->second, std::back_inserter(found.source));
  }
  // coverage.py ignores `include` if `source` is set.
  if (found.source.empty()) found.include = GlobsOf(settings, root, "include");
  found.omit = GlobsOf(settings, root, "omit");
  found.exclusions = ExclusionsOf(settings);
  return found;
}

}  // namespace

CoverageSettings ReadCoverageSettings(const fs::path& root) {
  const auto read = [&](const char* name) { return base::ReadFileIfThere(root / name); };
  if (const auto text = read(".coveragerc")) {
    if (const auto settings = SettingsOfIni(*text, {"", "coverage:"})) {
      return SettingsFrom(*settings, root, ".coveragerc");
    }
  }
  for (const char* name : {"setup.cfg", "tox.ini"}) {
    if (const auto text = read(name)) {
      if (const auto settings = SettingsOfIni(*text, {"coverage:"})) {
        return SettingsFrom(*settings, root, name);
      }
    }
  }
  if (const auto text = read("pyproject.toml")) {
    if (const auto settings = SettingsOfToml(*text)) {
      return SettingsFrom(*settings, root, "pyproject.toml");
    }
  }
  return {};
}

}  // namespace skua::workspace
