// Finds the folder at which Python's import search must start, so that modules get the names that
// the project uses for them: the folder itself, or one above if the folder is (part of) a package.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace skua::workspace {

// Returns whether an import statement can spell `part` as a part of a dotted name.
bool IsImportable(std::string_view part);

// Returns whether a folder with this name is a source folder by convention: "src".
bool IsSourceFolder(std::string_view name);

// Returns whether a folder with this name at the top holds scripts by convention: "tools". It may
// still be a package.
bool IsScriptFolder(std::string_view name);

bool HasInit(const std::filesystem::path& folder);

// Returns the source path for modules in `folder` ("" for the root itself); both relative to
// `root`.
//
// A folder with an __init__.py belongs to the package above. A folder without one may be a
// namespace package or a source folder, as imports in its files show: `import acme.…` below acme/
// makes it a package; an import of a module or package directly inside makes it a source folder,
// unless the project's tests import the folder's name, since acme/ may contain a package named like
// one of the standard library. Without such imports `namespace_by_default` decides for `folder`,
// and the folders above it are source folders.
std::string SourcePathOf(const std::filesystem::path& root, const std::string& folder,
                         bool namespace_by_default);

}  // namespace skua::workspace
