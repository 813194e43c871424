// Which settings a Django project is run with: without them hardly a module of it can be imported.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace skua::workspace {

struct DjangoSettings {
  std::string module;                // dotted: "shop.settings"
  bool is_named_for_pytest = false;  // in pytest's own settings, where pytest-django finds them
};

// Looks where pytest-django does, and then where Django's own commands do: pytest's settings in the
// root; what manage.py there, in one of `source_path` or in a folder of the root, or a conftest.py
// of the root or of tests/, sets. Nothing where the project is none of Django.
std::optional<DjangoSettings> FindDjangoSettings(
    const std::filesystem::path& root, const std::vector<std::filesystem::path>& source_path);

}  // namespace skua::workspace
