// `skua init`: looks at a project and writes a commented skua.yml for it, its schema for editors,
// and the pipeline of a CI system.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

namespace skua::command {

struct InitInterpreter {
  std::filesystem::path path;                 // absolute
  std::string version;                        // "3.12.4"
  std::optional<std::string> pytest_version;  // absent: not installed
};

struct InitOptions {
  std::filesystem::path root;                  // absolute: where skua.yml goes
  bool force = false;                          // replace the one that is there
  std::optional<InitInterpreter> interpreter;  // absent: none was found
  std::string ci = {};                         // of config::kCiSystems; empty: no pipeline
  unsigned shards = 1;                         // machines that the pipeline uses
  std::string origin = {};                     // "owner/skua", of GitHub; empty: not known
  bool to_stdout = false;                      // print the pipeline and write nothing
};

struct ProjectLayout {
  std::string name;                  // as pyproject.toml says; else empty
  std::vector<std::string> sources;  // packages and modules, root-relative: "src/parcel", "tool.py"
  bool names_sources = true;         // false: better left to be found, being too many or not all
  std::vector<std::string> exclude;  // globs for what others wrote: "**/_vendor/**"
  std::size_t modules = 0;           // without the excluded ones
  std::string tests_folder;          // "tests"; empty: there is none
};

// Finds what `skua run` would find without a skua.yml.
ProjectLayout LookAt(const std::filesystem::path& root);

// The text of skua.yml. What differs from machine to machine is left out.
std::string ConfigFor(const ProjectLayout& layout, const InitOptions& options);

// Writes skua.yml and says so; with `ci`, keeps the one that is there unless `force`, and writes
// the pipeline. Returns the exit code. Throws base::Error, before anything is written, when there
// is a skua.yml already and neither `force` nor `ci`, when there is a pipeline already, or when
// there is nothing to test.
int Init(const InitOptions& options, std::ostream& out);

// Writes the schema that the modeline of `skua.yml` names for editors, where it is not what this
// version understands: git does not keep it. Does nothing in a project without its folder.
void RefreshSchema(const std::filesystem::path& root);

}  // namespace skua::command
