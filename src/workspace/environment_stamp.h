// A short text that changes when packages are installed or removed, without starting Python.
#pragma once

#include <filesystem>
#include <string>

namespace skua::workspace {

// Of the interpreter itself and the site-packages folders beside it. Modules that failed at import
// are worth another try when it differs.
std::string EnvironmentStamp(const std::filesystem::path& interpreter);

}  // namespace skua::workspace
