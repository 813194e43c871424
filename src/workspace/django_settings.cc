#include "workspace/django_settings.h"

#include <algorithm>
#include <utility>

#include "base/files.h"
#include "base/pattern.h"
#include "workspace/ini_file.h"
#include "workspace/toml.h"

namespace skua::workspace {
namespace {

namespace fs = std::filesystem;

constexpr const char* kVariable = "DJANGO_SETTINGS_MODULE";
constexpr const char* kKey = "django_settings_module";  // key as ParseIni returns it

bool IsModule(const std::string& name) {
  static const base::Pattern pattern(R"([A-Za-z_]\w*(\.[A-Za-z_]\w*)*)");
  return pattern.Matches(name);
}

// Returns the value of pytest-django's `--ds` among other options.
std::string NamedByOption(const std::string& options) {
  static const base::Pattern pattern(R"((?:^|\s)--ds[= ]([\w.]+))");
  const auto match = pattern.Search(options);
  return match ? match->at(1) : "";
}

std::string InIni(const fs::path& file, const char* section) {
  const auto text = base::ReadFileIfThere(file);
  if (!text) return "";
  const IniFile ini = ParseIni(*text);
  const auto there = ini.find(section);
  if (there == ini.end()) return "";
  const auto value = [&](const char* key) {
    const auto found = there->second.find(key);
    return found == there->second.end() ? std::string() : found->second;
  };
  const std::string by_option = NamedByOption(value("addopts"));
  return by_option.empty() ? value(kKey) : by_option;
}

std::string InToml(const fs::path& file) {
  const auto text = base::ReadFileIfThere(file);
  if (!text) return "";
  try {
    const toml::table parsed = toml::parse(*text);
    const toml::node_view options = parsed["tool"]["pytest"]["ini_options"];
    const std::string by_option = NamedByOption(options["addopts"].value_or<std::string>(""));
    return by_option.empty() ? options[kVariable].value_or<std::string>("") : by_option;
  } catch (const toml::parse_error&) {
    return "";
  }
}

std::string NamedForPytest(const fs::path& root) {
  std::string name = InIni(root / "pytest.ini", "pytest");
  if (name.empty()) name = InToml(root / "pyproject.toml");
  if (name.empty()) name = InIni(root / "tox.ini", "pytest");
  if (name.empty()) name = InIni(root / "setup.cfg", "tool:pytest");
  return name;
}

// Returns the value that a Python file assigns to the variable, as each manage.py does.
std::string SetBy(const fs::path& file) {
  static const base::Pattern pattern(
      R"(DJANGO_SETTINGS_MODULE["']\s*(?:,|\]\s*=)\s*["']([\w.]+)["'])");
  const auto text = base::ReadFileIfThere(file);
  const auto match = text ? pattern.Search(*text) : std::nullopt;
  return match ? match->at(1) : "";
}

std::vector<fs::path> Folders(const fs::path& root) {
  std::vector<fs::path> folders;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(root, ignored)) {
    const bool is_hidden = entry.path().filename().string().starts_with('.');
    if (!is_hidden && entry.is_directory(ignored)) folders.push_back(entry.path());
  }
  std::ranges::sort(folders);
  return folders;
}

}  // namespace

std::optional<DjangoSettings> FindDjangoSettings(const fs::path& root,
                                                 const std::vector<fs::path>& source_path) {
  if (std::string name = NamedForPytest(root); IsModule(name)) return DjangoSettings{name, true};
  std::vector<fs::path> files = {root / "manage.py"};
  for (const fs::path& folder : source_path) files.push_back(folder / "manage.py");
  for (const fs::path& folder : Folders(root)) files.push_back(folder / "manage.py");
  files.push_back(root / "conftest.py");
  files.push_back(root / "tests" / "conftest.py");
  for (const fs::path& file : files) {
    if (std::string name = SetBy(file); IsModule(name)) return DjangoSettings{name, false};
  }
  return std::nullopt;
}

}  // namespace skua::workspace
