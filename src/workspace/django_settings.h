// Finds the settings module of a Django project, without which hardly any of its modules can be
// imported.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace skua::workspace {

struct DjangoSettings {
  std::string module;                // dotted: "shop.settings"
  bool is_named_for_pytest = false;  // named in pytest's own settings, where pytest-django finds it
};

// Searches where pytest-django does, then where Django's commands do: pytest's settings in the
// root; manage.py there, in one of `source_path` or in a folder of the root; conftest.py of the
// root or of tests/. Nullopt if it is not a Django project.
std::optional<DjangoSettings> FindDjangoSettings(
    const std::filesystem::path& root, const std::vector<std::filesystem::path>& source_path);

}  // namespace skua::workspace
