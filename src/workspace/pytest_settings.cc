#include "workspace/pytest_settings.h"

#include <sstream>
#include <string_view>
#include <utility>

#include "base/files.h"
#include "workspace/ini_file.h"
#include "workspace/toml.h"

namespace skua::workspace {
namespace {

std::vector<std::string> WordsOf(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(std::move(word));
  return words;
}

std::vector<std::string> TestPathsOfIni(const std::string& text, const std::string& section) {
  const IniFile file = ParseIni(text);
  const auto settings = file.find(section);
  if (settings == file.end()) return {};
  const auto paths = settings->second.find("testpaths");
  return paths == settings->second.end() ? std::vector<std::string>() : WordsOf(paths->second);
}

std::vector<std::string> TestPathsOfToml(const std::string& text) {
  toml::table file;
  try {
    file = toml::parse(text);
  } catch (const toml::parse_error&) {
    return {};
  }
  for (const char* table : {"pytest", "tool.pytest", "tool.pytest.ini_options"}) {
    const toml::node_view paths = file.at_path(table)["testpaths"];
    if (const auto one = paths.value<std::string>()) return WordsOf(*one);
    const toml::array* several = paths.as_array();
    if (several == nullptr) continue;
    std::vector<std::string> words;
    for (const toml::node& item : *several) {
      if (auto word = item.value<std::string>()) words.push_back(std::move(*word));
    }
    return words;
  }
  return {};
}

}  // namespace

std::vector<std::string> TestPathsIn(const std::filesystem::path& root) {
  for (const std::string_view name : {"pytest.toml", ".pytest.toml", "pytest.ini", ".pytest.ini",
                                      "pyproject.toml", "tox.ini", "setup.cfg"}) {
    const auto text = base::ReadFileIfThere(root / name);
    if (!text) continue;
    std::vector<std::string> paths =
        name.ends_with(".toml")
            ? TestPathsOfToml(*text)
            : TestPathsOfIni(*text, name == "setup.cfg" ? "tool:pytest" : "pytest");
    if (!paths.empty()) return paths;
  }
  return {};
}

}  // namespace skua::workspace
