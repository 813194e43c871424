// A short text that changes when packages are installed or removed, without starting Python.
#pragma once

#include <filesystem>
#include <string>

namespace skua::workspace {

// A stamp of the interpreter and the site-packages folders beside it. When it differs, modules that
// failed at import are tried again.
std::string EnvironmentStamp(const std::filesystem::path& interpreter);

}  // namespace skua::workspace
