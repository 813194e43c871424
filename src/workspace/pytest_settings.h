// The project's settings for pytest, as far as they say which tests a plain `pytest` collects.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace skua::workspace {

// The entries of `testpaths` in the first file of settings at the root that has any; empty where
// there are none. A file that does not parse says nothing, since pytest will complain of it.
std::vector<std::string> TestPathsIn(const std::filesystem::path& root);

}  // namespace skua::workspace
