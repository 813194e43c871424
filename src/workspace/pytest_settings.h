// The project's settings for pytest that decide which tests a plain `pytest` collects.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace skua::workspace {

// Returns the entries of `testpaths` in the first settings file at the root that has any, or none.
// Ignores a file that does not parse, since pytest reports it.
std::vector<std::string> TestPathsIn(const std::filesystem::path& root);

}  // namespace skua::workspace
