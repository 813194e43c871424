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
};

// The repository that holds `folder`: the nearest folder at or above it with a .git, or itself.
std::filesystem::path RepositoryOf(const std::filesystem::path& folder);

// The path at which a system looks for its pipeline, relative to the repository. REQUIRES: one of
// config::kCiSystems.
std::filesystem::path CiFileOf(std::string_view system);

// REQUIRES: as CiFileOf. Throws base::Error when a folder has a name that such a file cannot
// contain, or lies outside of the repository.
std::string CiTextFor(std::string_view system, const CiProject& project);

}  // namespace skua::command
