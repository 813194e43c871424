// A short string that changes when packages are installed or removed, made without starting Python.
#pragma once

#include <filesystem>
#include <string>

namespace skua::workspace {

// Returns a stamp of the interpreter and the site-packages folders beside it. If it differs,
// modules that failed at import are tried again.
std::string EnvironmentStamp(const std::filesystem::path& interpreter);

}  // namespace skua::workspace
