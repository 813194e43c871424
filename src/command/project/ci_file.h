// The pipelines of `skua init --ci`: ci-templates/, built into the binary, filled in for a project.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace skua::command {

// Folders are relative to the repository, where a CI system starts; "." is the repository itself.
struct CiProject {
  std::filesystem::path folder;  // folder of skua.yml, where commands run
  std::filesystem::path tests, reports, state;
  std::string python;  // "3.12"; empty: as in the template
  unsigned shards = 1;
  std::string origin;  // repository with the action and the releases; empty: as in the template
  std::string version = SKUA_VERSION;  // version of the skua that fills in the template
};

// Returns the nearest folder at or above `folder` with a .git, or `folder` itself.
std::filesystem::path RepositoryOf(const std::filesystem::path& folder);

// The file of a pipeline. The CI system's usual file is taken if others wrote it, or if it serves
// another project of the repository.
struct CiPlace {
  std::filesystem::path file;   // relative to the repository
  std::string include_in = {};  // file that must include this one; empty: the system finds it
  std::string origin = {};      // from an earlier call; empty: unknown
};

// REQUIRES: `system` is one of config::kCiSystems. Throws base::Error if the project's pipeline was
// edited, since writing it again would lose the edits.
CiPlace CiPlaceFor(std::string_view system, const std::filesystem::path& repository,
                   const std::filesystem::path& folder);

// REQUIRES: as CiPlaceFor. Throws base::Error if a folder lies outside of the repository, or has a
// name that such a file cannot contain.
std::string CiTextFor(std::string_view system, const CiProject& project);

}  // namespace skua::command
