// The pipelines that `skua init --ci` writes: those of ci-templates/, which are built into the
// binary, filled in for one project.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace skua::command {

// Folders are relative to the repository, in which a CI system starts; "." is the repository
// itself.
struct CiProject {
  std::filesystem::path folder;  // folder of skua.yml, in which commands run
  std::filesystem::path tests, reports, state;
  std::string python;  // "3.12"; empty: as in the template
  unsigned shards = 1;
  std::string origin;  // repository with the action and the releases; empty: as in the template
  std::string version = SKUA_VERSION;  // of the skua that fills in the template
};

// The repository that holds `folder`: the nearest folder at or above it with a .git, or itself.
std::filesystem::path RepositoryOf(const std::filesystem::path& folder);

// Where a pipeline goes. The place at which a system looks for its pipeline is taken when others
// wrote the one there, or when it serves another project of the repository.
struct CiPlace {
  std::filesystem::path file;   // relative to the repository
  std::string include_in = {};  // file that must name this one; empty: the system finds it
  std::string origin = {};      // what an earlier call was told; empty: nothing
};

// REQUIRES: `system` is one of config::kCiSystems. Throws base::Error when the project's pipeline
// was edited, so that writing it again would lose something.
CiPlace CiPlaceFor(std::string_view system, const std::filesystem::path& repository,
                   const std::filesystem::path& folder);

// REQUIRES: as CiPlaceFor. Throws base::Error when a folder has a name that such a file cannot
// contain, or lies outside of the repository.
std::string CiTextFor(std::string_view system, const CiProject& project);

}  // namespace skua::command
