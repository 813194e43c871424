// `skua init`: inspects a project and writes a commented skua.yml for it, its schema for editors,
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
  std::optional<std::string> pytest_version;  // nullopt: not installed
};

struct InitOptions {
  std::filesystem::path root;                  // absolute: the folder for skua.yml
  bool force = false;                          // replaces an existing skua.yml
  std::optional<InitInterpreter> interpreter;  // nullopt: none was found
  std::string ci = {};                         // one of config::kCiSystems; empty: no pipeline
  unsigned shards = 1;                         // number of machines that the pipeline uses
  std::string origin = {};                     // "owner/skua" on GitHub; empty: unknown
  bool to_stdout = false;                      // prints the pipeline and writes no file
};

struct ProjectLayout {
  std::string name;                  // from pyproject.toml; may be empty
  std::vector<std::string> sources;  // packages and modules, root-relative: "src/parcel", "tool.py"
  bool names_sources = true;         // false: too many or incomplete, so left to discovery
  std::vector<std::string> exclude;  // globs for third-party code: "**/_vendor/**"
  std::size_t modules = 0;           // number of modules that are not excluded
  std::string tests_folder;          // "tests"; empty: none
  // Folders and files of hand-written tests: "tests", "test_parcel.py".
  std::vector<std::string> existing_tests = {};
};

// Finds the modules that `skua run` would find without a skua.yml.
ProjectLayout LookAt(const std::filesystem::path& root);

// Returns the text of skua.yml, the same on every machine.
std::string ConfigFor(const ProjectLayout& layout, const InitOptions& options);

// Writes skua.yml and reports it. With `ci`, keeps an existing one unless `force`, and writes the
// pipeline. Returns the exit code. Throws base::Error, before writing anything, if there is a
// skua.yml and neither `force` nor `ci`, if the project's pipeline was edited, or if there is
// nothing to test.
int Init(const InitOptions& options, std::ostream& out);

// Writes the schema file that skua.yml's modeline names for editors, unless it is up to date; git
// ignores the file. Does nothing if its folder does not exist.
void RefreshSchema(const std::filesystem::path& root);

}  // namespace skua::command
