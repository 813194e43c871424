// Finds the folder at which Python's import search has to start, so that a folder's modules get the
// names that the project itself uses for them. It is the folder itself, or one above it when the
// folder is (part of) a package.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace skua::workspace {

// Whether an import statement can spell `part` as a part of a dotted name.
bool IsImportable(std::string_view part);

// Whether a folder of this name is a source folder by convention: "src".
bool IsSourceFolder(std::string_view name);

// Whether a folder of this name at the top holds scripts by convention: "tools". It may be a
// package all the same.
bool IsScriptFolder(std::string_view name);

bool HasInit(const std::filesystem::path& folder);

// The source path for modules in `folder` (relative to `root`, "" for the root itself); relative to
// the root as well.
//
// Folders with an __init__.py belong to the package above. A folder without one may be a namespace
// package or a source folder, and the imports in its files tell which: `import acme.…` somewhere
// below acme/ makes it a package; an import that begins with a module or package directly inside
// makes it a source folder, unless the project's tests import something by the folder's name: acme/
// may hold a package that is called as one of the standard library. When nothing tells,
// `namespace_by_default` decides for `folder`, and the folders above it are source folders.
std::string SourcePathOf(const std::filesystem::path& root, const std::string& folder,
                         bool namespace_by_default);

}  // namespace skua::workspace
