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
  bool force = false;                          // replaces an existing skua.yml
  std::optional<InitInterpreter> interpreter;  // absent: none was found
  std::string ci = {};                         // of config::kCiSystems; empty: no pipeline
  unsigned shards = 1;                         // number of machines that the pipeline uses
  std::string origin = {};                     // "owner/skua" on GitHub; empty: not known
  bool to_stdout = false;                      // prints the pipeline and writes nothing
};

struct ProjectLayout {
  std::string name;                  // the name in pyproject.toml; may be empty
  std::vector<std::string> sources;  // packages and modules, root-relative: "src/parcel", "tool.py"
  bool names_sources = true;         // false: they are too many, or not all, and better discovered
  std::vector<std::string> exclude;  // globs for code of others: "**/_vendor/**"
  std::size_t modules = 0;           // without the excluded ones
  std::string tests_folder;          // "tests"; empty: there is none
  // Folders and files of hand-written tests: "tests", "test_parcel.py".
  std::vector<std::string> existing_tests = {};
};

// Finds the modules that `skua run` would find without a skua.yml.
ProjectLayout LookAt(const std::filesystem::path& root);

// The text of skua.yml, without anything that differs from machine to machine.
std::string ConfigFor(const ProjectLayout& layout, const InitOptions& options);

// Writes skua.yml and reports it. With `ci`, keeps an existing one unless `force`, and writes the
// pipeline. Returns the exit code. Throws base::Error, before anything is written, when there is a
// skua.yml already and neither `force` nor `ci`, when the project's pipeline was edited, or when
// there is nothing to test.
int Init(const InitOptions& options, std::ostream& out);

// Writes the schema that skua.yml's modeline names for editors, unless it is up to date: git does
// not keep the file. Does nothing in a project that lacks the schema's folder.
void RefreshSchema(const std::filesystem::path& root);

}  // namespace skua::command
